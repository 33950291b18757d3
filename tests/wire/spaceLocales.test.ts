import { describe, expect, test } from "vitest";
import { pullChanged } from "./services.ts";
import { assetLink, ids, listIds, node, type TestContent } from "./testContent.ts";

const inBritish = (value: unknown) => ({ "en-GB": value });
const createText = (value: string) => ({
	blocks: [{ type: "paragraph", content: [{ type: "text", value }] }],
});
const untranslated = "there is no Russian text: the English text is shown";

/** Moves values from the locale en-US to en-GB, in each field whose values meet the condition. */
function moveToBritish(
	content: TestContent,
	meetsCondition: (values: Record<string, unknown>) => boolean,
): void {
	for (const { fields } of [...content.space.entries, ...content.space.assets]) {
		for (const [name, { "en-US": value, ...others }] of Object.entries(fields)) {
			if (value === undefined || !meetsCondition({ "en-US": value, ...others })) continue;
			fields[name] = { ...others, ...inBritish(value) };
		}
	}
}

describe("a space with the default locale en-GB", () => {
	const addBritish = (content: TestContent) => {
		for (const locale of content.space.locales) locale.default = false;
		content.space.locales.push({
			code: "en-GB",
			name: "British",
			default: true,
			fallbackCode: null,
		});
	};
	test("has values that are not localised under en-GB, and they are shown in both languages", async () => {
		const expected = await pullChanged(() => {});
		const { en, ru, rows } = await pullChanged((content) => {
			addBritish(content);
			moveToBritish(content, (values) => !("ru" in values));
			content.set(listIds.package, "duration", inBritish(3));
		});
		for (const { packages } of [expected.en, expected.ru])
			Object.assign(packages.packages[0] ?? {}, { duration: 3 });
		expect([en, ru]).toEqual([expected.en, expected.ru]);
		expect(rows).toEqual([]);
	});

	test("has an invalid payment link under en-GB, which is not reported as missing too", async () => {
		const { rows } = await pullChanged((content) => {
			addBritish(content);
			content.set(
				listIds.consultation,
				"stripePaymentLink",
				inBritish("https://pay.example/visit"),
			);
		});
		expect(rows).toEqual([
			"severe | consultation-1.stripePaymentLink.en-GB | the payment link is not an https address on buy.stripe.com: the button is left out",
		]);
	});

	test("shows no text of en-GB in place of a missing one, since its language is unknown", async () => {
		const { en, ru, rows } = await pullChanged((content) => {
			addBritish(content);
			content.set("home", "heroTitleAccent", inBritish("colour"));
			content.set("home", "heroDescription", { "en-US": "Color", "en-GB": "Colour" });
			content.item("logo-1").fields.title = inBritish("Logo");
			content.set(listIds.dnaTest, "url", {
				"en-US": "https://dna.example/us",
				"en-GB": "https://dna.example/gb",
			});
		});
		expect(ru.functionalTests.dnaTests[0]?.url).toBe("https://dna.example/us");
		expect(en.home).not.toHaveProperty("heroTitleAccent");
		expect(ru.home.heroDescription).toEqual({ lang: "en", ...createText("Color") });
		expect(ru.navigation.logo?.title).toEqual({ value: "" });
		expect(rows).toEqual([
			`warning | ${ids.home}.heroDescription.ru | there is no Russian text: the English text is shown`,
			"info | logo-1.title | the picture has no title: its alternative text is empty",
		]);
	});
});

test.each(["en-US", "en-GB", null])(
	"a British text replaces a missing en-US text, and with a language mark a missing Russian text (fallback of ru: %s)",
	async (fallbackCode) => {
		const { en, ru, rows } = await pullChanged((content) => {
			content.space.locales = [
				{ code: "en-GB", name: "British", default: true, fallbackCode: null },
				{ code: "en-US", name: "American", default: false, fallbackCode: "en-GB" },
				{ code: "ru", name: "Russian", default: false, fallbackCode },
			];
			moveToBritish(content, () => true);
			content.set("home", "heroTitle", inBritish("Colour"));
			content.set("about", "subtitle", inBritish("Grey"));
			content.item("logo-1").fields.title = inBritish("Clinic");
			content.set("home", "heroTitleAccent", { "en-GB": "Colour", "en-US": "Color", ru: "Цвет" });
			// This Rich Text contains only a missing picture, so it counts as empty.
			const emptied = node("document", [
				node("embedded-asset-block", [], { target: assetLink("gone") }),
			]);
			content.set("approach", "approach", { "en-GB": "Grey", "en-US": emptied, ru: "Серый" });
		});
		expect(en.home).toMatchObject({
			heroTitle: { value: "Colour" },
			heroTitleAccent: { value: "Color" },
		});
		expect(ru.home).toMatchObject({
			heroTitle: { value: "Colour", lang: "en" },
			heroTitleAccent: { value: "Цвет" },
		});
		expect([en.about.subtitle, en.approach.approach]).toEqual([
			createText("Grey"),
			createText("Grey"),
		]);
		expect(ru.about.subtitle).toEqual({ lang: "en", ...createText("Grey") });
		expect(ru.navigation.logo?.title).toEqual({ value: "Clinic", lang: "en" });
		expect(rows).toEqual([
			expect.stringContaining(`${ids.approach}.approach.en-US | asset "gone"`),
			`warning | ${ids.home}.heroTitle.ru | ${untranslated}`,
			`warning | ${ids.about}.subtitle.ru | ${untranslated}`,
		]);
	},
);

test("two locales that fall back to each other cause no endless loop", async () => {
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

test("a fallback locale in another language supplies pictures and addresses, and no texts", async () => {
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
	expect(rows).toEqual([`warning | ${ids.home}.heroAidListTitle.ru | ${untranslated}`]);
});
