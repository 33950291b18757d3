import { describe, expect, test } from "vitest";
import { assetLink, ids, listIds, node, type TestContent } from "./content.ts";
import { pullChanged } from "./services.ts";

const elsewhere = (value: unknown) => ({ "en-GB": value });
const shown = (value: string) => ({ blocks: [{ type: "paragraph", content: [{ type: "text", value }] }] });
const english = "there is no Russian text: the English text is shown";

/** Makes en-GB the locale of values that are under en-US. */
function move(content: TestContent, which: (values: Record<string, unknown>) => boolean): void {
	for (const { fields } of [...content.space.entries, ...content.space.assets]) {
		for (const [name, { "en-US": value, ...others }] of Object.entries(fields)) {
			if (value !== undefined && which({ "en-US": value, ...others }))
				fields[name] = { ...others, ...elsewhere(value) };
		}
	}
}

describe("a space whose own default locale is another", () => {
	const british = (content: TestContent) => {
		for (const locale of content.space.locales) locale.default = false;
		content.space.locales.push({ code: "en-GB", name: "British", default: true, fallbackCode: null });
	};
	test("has its values that are not localised under that one", async () => {
		const whole = await pullChanged(() => {});
		const { en, ru, rows } = await pullChanged((content) => {
			british(content);
			move(content, (values) => !("ru" in values));
			content.set(listIds.package, "duration", elsewhere(3));
		});
		for (const { packages } of [whole.en, whole.ru]) Object.assign(packages.packages[0] ?? {}, { duration: 3 });
		expect([en, ru]).toEqual([whole.en, whole.ru]);
		expect(rows).toEqual([]);
	});

	test("comes after English, and is not asked for texts: nobody here knows their language", async () => {
		const { en, ru, rows } = await pullChanged((content) => {
			british(content);
			content.set("home", "heroTitleAccent", elsewhere("colour"));
			content.set("home", "heroDescription", { "en-US": "Color", "en-GB": "Colour" });
			content.item("logo-1").fields.title = elsewhere("Logo");
			content.set(listIds.dnaTest, "url", { "en-US": "https://dna.example/us", "en-GB": "https://dna.example/gb" });
		});
		expect(ru.functionalTests.dnaTests[0]?.url).toBe("https://dna.example/us");
		expect(en.home).not.toHaveProperty("heroTitleAccent");
		expect(ru.home.heroDescription).toEqual({ lang: "en", ...shown("Color") });
		expect(ru.navigation.logo?.title).toEqual({ value: "" });
		expect(rows).toEqual([
			`warning | ${ids.home}.heroDescription.ru | there is no Russian text: the English text is shown`,
			"info | logo-1.title | the picture has no title: its alternative text is empty",
		]);
	});
});

test.each(["en-US", "en-GB", null])(
	"British, to which en-US falls back, gives way to what en-US itself shows, and stands in, marked, for Russian that falls back to %s",
	async (fallbackCode) => {
		const { en, ru, rows } = await pullChanged((content) => {
			content.space.locales = [
				{ code: "en-GB", name: "British", default: true, fallbackCode: null },
				{ code: "en-US", name: "American", default: false, fallbackCode: "en-GB" },
				{ code: "ru", name: "Russian", default: false, fallbackCode },
			];
			move(content, () => true);
			content.set("home", "heroTitle", elsewhere("Colour"));
			content.set("about", "subtitle", elsewhere("Grey"));
			content.item("logo-1").fields.title = elsewhere("Clinic");
			content.set("home", "heroTitleAccent", { "en-GB": "Colour", "en-US": "Color", ru: "Цвет" });
			// A picture that is not there: no text is left.
			const lost = node("document", [node("embedded-asset-block", [], { target: assetLink("gone") })]);
			content.set("approach", "approach", { "en-GB": "Grey", "en-US": lost, ru: "Серый" });
		});
		expect(en.home).toMatchObject({ heroTitle: { value: "Colour" }, heroTitleAccent: { value: "Color" } });
		expect(ru.home).toMatchObject({ heroTitle: { value: "Colour", lang: "en" }, heroTitleAccent: { value: "Цвет" } });
		expect([en.about.subtitle, en.approach.approach]).toEqual([shown("Grey"), shown("Grey")]);
		expect(ru.about.subtitle).toEqual({ lang: "en", ...shown("Grey") });
		expect(ru.navigation.logo?.title).toEqual({ value: "Clinic", lang: "en" });
		expect(rows).toEqual([
			expect.stringContaining(`${ids.approach}.approach.en-US | asset "gone"`),
			`warning | ${ids.home}.heroTitle.ru | ${english}`,
			`warning | ${ids.about}.subtitle.ru | ${english}`,
		]);
	},
);

test("locales that fall back to each other are read once each", async () => {
	const { ru, rows } = await pullChanged((content) => {
		content.space.locales = [
			{ code: "en-US", name: "English", default: true, fallbackCode: "ru" },
			{ code: "ru", name: "Russian", default: false, fallbackCode: "en-US" },
		];
		content.set("home", "heroTitleAccent", { "en-US": "Colour" });
	});
	expect(ru.home.heroTitleAccent).toEqual({ value: "Colour", lang: "en" });
	expect(rows).toHaveLength(1);
});

test("fallbacks in another language lend it pictures and addresses, and no text", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		content.space.locales = [
			{ code: "uk", name: "Ukrainian", default: true, fallbackCode: null },
			{ code: "ru-RU", name: "Russian", default: false, fallbackCode: "uk" },
			{ code: "ru", name: "Russian", default: false, fallbackCode: "ru-RU" },
			{ code: "en-US", name: "English", default: false, fallbackCode: "uk" },
		];
		content.set("home", "heroTitle", { uk: "Герой", "ru-RU": "Герой из России", "en-US": "Hero" });
		content.set("home", "heroTitleAccent", { uk: "Акцент" });
		content.set("home", "heroAidListTitle", { uk: "Список", "en-US": "List" });
		content.set(listIds.dnaTest, "url", { uk: "https://dna.example/uk" });
	});
	expect(ru.home.heroTitle).toEqual({ value: "Герой из России" });
	expect(ru.home.heroAidListTitle).toEqual({ value: "List", lang: "en" });
	for (const { home, functionalTests } of [en, ru]) {
		expect(home).not.toHaveProperty("heroTitleAccent");
		expect(functionalTests.dnaTests[0]?.url).toBe("https://dna.example/uk");
	}
	expect(rows).toEqual([`warning | ${ids.home}.heroAidListTitle.ru | ${english}`]);
});
