import { expect, test } from "vitest";
import { pullChanged } from "./services.ts";
import { assetLink, ids, listIds, node, type TestContent } from "./testContent.ts";

type SpaceLocale = [code: string, fallbackCode: string | null];

/** Replaces the locales of the space. The first one becomes its default. */
function setLocales(content: TestContent, ...locales: SpaceLocale[]): void {
	content.space.locales = locales.map(([code, fallbackCode], index) => {
		return { code, name: code, default: index === 0, fallbackCode };
	});
}

/** Moves all values of the locale en-US to another locale. */
function moveEnglish(content: TestContent, code: string, isMoved = (_: object) => true): void {
	for (const { fields } of [...content.space.entries, ...content.space.assets]) {
		for (const [name, values] of Object.entries(fields)) {
			if (!isMoved(values)) continue;
			const { "en-US": value, ...others } = values;
			fields[name] = { [code]: value, ...others };
		}
	}
}

const untranslated = "there is no Russian text: the English text is shown";

test.each(["en-US", "en-GB", null])(
	"British texts replace missing ones (fallback of ru: %s)",
	async (fallbackCode) => {
		const { en, ru, rows } = await pullChanged((content) => {
			setLocales(content, ["en-GB", null], ["en-US", "en-GB"], ["ru", fallbackCode]);
			moveEnglish(content, "en-GB");
			content.set("home", "heroTitle", { "en-GB": "Colour" });
			content.set("home", "heroTitleAccent", { "en-GB": "Colour", "en-US": "Color", ru: "Цвет" });
			content.item("logo-1").fields.title = { "en-GB": "Clinic" };
			// This Rich Text contains only a missing picture, so it counts as empty.
			const picture = node("embedded-asset-block", [], { target: assetLink("gone") });
			const emptied = node("document", [picture]);
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
		expect(JSON.stringify(en.approach.approach)).toContain("Grey");
		expect(ru.navigation.logo?.title).toEqual({ value: "Clinic", lang: "en" });
		expect(rows).toEqual([
			expect.stringContaining(`${ids.approach}.approach.en-US | asset "gone"`),
			`warning | ${ids.home}.heroTitle.ru | ${untranslated}`,
		]);
	},
);

test("Russian falls back to the locales that the space names", async () => {
	const { ru, rows } = await pullChanged((content) => {
		setLocales(content, ["en-US", null], ["ru", "ru-RU"], ["ru-RU", "uk"], ["uk", null]);
		content.set("home", "heroTitle", { uk: "Герой", "ru-RU": "Русский герой", "en-US": "Hero" });
		content.set("about", "title", { uk: "Про нас", "en-US": "About" });
	});
	expect([ru.home.heroTitle, ru.about.title]).toEqual([
		{ value: "Русский герой" },
		{ value: "Про нас" },
	]);
	expect(rows).toEqual([]);
});

test("Russian texts are not on English pages, whatever the fallback", async () => {
	const { en, rows } = await pullChanged((content) => {
		setLocales(content, ["ru", null], ["en-US", "ru"]);
		content.set("home", "heroTitleAccent", { ru: "Цвет" });
	});
	expect(en.home.heroTitleAccent).toBeUndefined();
	expect(rows).toContainEqual(
		expect.stringContaining("heroTitleAccent.en-US | the field has a value in Russian only"),
	);
});

test("pictures and lists are found in any default locale", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		setLocales(content, ["ru", null], ["en-US", null]);
		moveEnglish(content, "ru", (values) => !("ru" in values));
	});
	for (const { home } of [en, ru]) expect(home.socialMedia[0]?.id).toBe(listIds.socialLink);
	expect(en.navigation.logo?.src).toMatch(/^\/media\//);
	expect(rows).toEqual([]);
});
