import { expect, test } from "vitest";
import { pullChanged } from "./services.ts";
import { ids, listIds, type TestContent } from "./testContent.ts";

/** Replaces the locales of the space by their codes and fallbacks. The first one becomes its default. */
function setLocales(content: TestContent, fallbacks: Record<string, string | null>): void {
	content.space.locales = Object.entries(fallbacks).map(([code, fallbackCode], index) => {
		return { code, name: code, default: index === 0, fallbackCode };
	});
}

/** Moves the values of the locale en-US to another locale, where it has none. */
function moveEnglish(content: TestContent, code: string): void {
	for (const { fields } of [...content.space.entries, ...content.space.assets]) {
		for (const [name, { "en-US": value, ...others }] of Object.entries(fields))
			if (!(code in others)) fields[name] = { [code]: value, ...others };
	}
}

test.each(["en-US", "en-GB", null])(
	"British texts replace missing ones (fallback of ru: %s)",
	async (fallbackCode) => {
		const { en, ru, rows } = await pullChanged((content) => {
			setLocales(content, { "en-GB": null, "en-US": "en-GB", ru: fallbackCode });
			moveEnglish(content, "en-GB");
			content.set("home", "heroTitle", { "en-GB": "Colour" });
			content.set("home", "heroTitleAccent", { "en-GB": "Colour", "en-US": "Color", ru: "Цвет" });
			content.item("logo-1").fields.title = { "en-GB": "Clinic" };
		});
		expect(en.home).toMatchObject({
			heroTitle: { value: "Colour" },
			heroTitleAccent: { value: "Color" },
		});
		expect(ru.home).toMatchObject({
			heroTitle: { value: "Colour", lang: "en" },
			heroTitleAccent: { value: "Цвет" },
		});
		expect(ru.navigation.logo?.title).toEqual({ value: "Clinic", lang: "en" });
		const problem = "there is no Russian text: the English text is shown";
		expect(rows).toEqual([`warning | ${ids.home}.heroTitle.ru | ${problem}`]);
	},
);

test("Russian falls back to the locales that the space names", async () => {
	const { ru, rows } = await pullChanged((content) => {
		setLocales(content, { "en-US": null, ru: "ru-RU", "ru-RU": "uk", uk: null });
		content.set("home", "heroTitle", { uk: "Герой", "ru-RU": "Русский герой", "en-US": "Hero" });
		content.set("about", "title", { uk: "Про нас", "en-US": "About" });
	});
	expect(ru.home.heroTitle).toEqual({ value: "Русский герой" });
	expect(ru.about.title).toEqual({ value: "Про нас" });
	expect(rows).toEqual([]);
});

test("English pages in a Russian space have no Russian texts", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		setLocales(content, { ru: null, "en-US": "ru" });
		// Pictures and lists are in the default locale.
		moveEnglish(content, "ru");
		content.set("home", "heroTitleAccent", { ru: "Цвет" });
	});
	for (const { home } of [en, ru]) expect(home.socialMedia[0]?.id).toBe(listIds.socialLink);
	expect(en.navigation.logo?.src).toMatch(/^\/media\//);
	expect(en.home.heroTitleAccent).toBeUndefined();
	const problem = "the field has a value in Russian only";
	expect(rows).toEqual([expect.stringContaining(`heroTitleAccent.en-US | ${problem}`)]);
});
