import { expect, test } from "vitest";
import { joinChanged } from "../../../tests/joinChanged.ts";
import {
	entryLink,
	ids,
	listIds,
	node,
	paragraph,
	plain,
	type TestContent,
	text,
} from "../../../tests/testContent.ts";

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
	(fallbackCode) => {
		const { en, ru, rows } = joinChanged((content) => {
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
		expect(rows).toEqual([`warning | ${ids.home}.heroTitle.ru | untranslated, englishShown`]);
	},
);

test("Russian falls back to the locales that the space names", () => {
	const { ru, rows } = joinChanged((content) => {
		setLocales(content, { "en-US": null, ru: "ru-RU", "ru-RU": "uk", uk: null });
		content.set("home", "heroTitle", { uk: "Герой", "ru-RU": "Русский герой", "en-US": "Hero" });
		content.set("about", "title", { uk: "Про нас", "en-US": "About" });
	});
	expect(ru.home.heroTitle).toEqual({ value: "Русский герой" });
	expect(ru.about.title).toEqual({ value: "Про нас" });
	expect(rows).toEqual([]);
});

test("English pages in a Russian space have no Russian texts", () => {
	const { en, ru, rows } = joinChanged((content) => {
		setLocales(content, { ru: null, "en-US": "ru" });
		// Pictures and lists are in the default locale.
		moveEnglish(content, "ru");
		content.set("home", "heroTitleAccent", { ru: "Цвет" });
	});
	for (const { home } of [en, ru]) expect(home.socialMedia[0]?.id).toBe(listIds.socialLink);
	expect(en.navigation.logo?.src).toMatch(/^\/media\//);
	expect(en.home.heroTitleAccent).toBeUndefined();
	const place = `${ids.home}.heroTitleAccent.en-US`;
	expect(rows).toEqual([`warning | ${place} | valueInRussianOnly, russianOnly`]);
});

test("a missing Russian text is English, marked and reported", () => {
	const { ru, rows } = joinChanged((content) => {
		content.set("home", "heroTitle", { "en-US": "One", ru: " \n " });
		content.set("home", "heroAidList", { "en-US": ["one"], ru: ["", " "] });
		const emptyLink = node("hyperlink", [" "], { uri: "/" });
		content.set("home", "heroDescription", { "en-US": "One", ru: paragraph(emptyLink) });
		content.set("home", "heroAidListTitle", text("A Russian text"));
	});
	expect(ru.home).toMatchObject({
		heroTitle: { value: "One", lang: "en" },
		heroAidList: [{ value: "one", lang: "en" }],
		heroDescription: { lang: "en" },
	});
	const fields = ["heroTitle", "heroDescription", "heroAidList"];
	const places = fields.map((field) => `${ids.home}.${field}.ru`).join(" + ");
	expect(rows).toEqual([`warning | ${places} | untranslated, englishShown`]);
});

/** Publishing status of each review, by locale. The status is also the name of the client. */
const reviews = {
	both: { "en-US": "published", ru: "changed" },
	english: { "en-US": "changed", ru: "draft" },
	russian: { "en-US": "draft", ru: "published" },
};

test("languages that are published separately show no drafts", () => {
	const { en, ru, rows } = joinChanged((content) => {
		for (const [id, status] of Object.entries(reviews)) {
			const review = Object.fromEntries(Object.keys(status).map((code) => [code, `${id} ${code}`]));
			content.add(id, { name: status, review });
			content.item(id).sys.fieldStatus = { "*": status };
		}
		content.set("home", "reviews", plain(Object.keys(reviews).map(entryLink)));
	});
	expect(en.home.reviews.map(({ id, name }) => [id, name.value])).toEqual([
		["both", "published"],
		["english", "changed"],
	]);
	expect(ru.home.reviews.map(({ name }) => name)).toEqual([
		{ value: "changed" },
		{ value: "changed", lang: "en" },
	]);
	expect(rows).toEqual([
		`warning | ${ids.home}.reviews.en-US | listedEntryWithoutEnglish, restShown | entry=russian`,
		"warning | english.ru | entryUntranslated, englishShown",
	]);
});

test("a preview shows an entry without English on Russian pages", () => {
	const change = (content: TestContent) => {
		for (const field of ["name", "review"]) content.set("review-1", field, { ru: "Боб" });
	};
	const countReviews = (isPreview: boolean) => {
		const { en, ru } = joinChanged(change, { isPreview });
		return [en, ru].map(({ home }) => home.reviews.length);
	};
	expect([countReviews(false), countReviews(true)]).toEqual([
		[0, 0],
		[0, 1],
	]);
});

test("a page without English has one row, severe if it sells", () => {
	const hidden = ["newsletter", "approach", "consultations", "packages"] as const;
	const { rows, en, ru } = joinChanged((content) => {
		for (const name of hidden) content.item(name).sys.fieldStatus = { "*": { ru: "published" } };
	});
	expect([en.hidden, ru.hidden]).toEqual([hidden, hidden]);
	// Without offers, no other page links to them.
	expect([en.consultations.consultations, en.packages.packages]).toEqual([[], []]);
	expect(rows.sort()).toEqual([
		"severe | consultationsOdd + packagesOdd | entryWithoutEnglish, offersLeftOut",
		"warning | approachOdd | entryWithoutEnglish, pageLeftOut",
		"warning | newsletterOdd | entryWithoutEnglish, formLeftOut",
	]);
});
