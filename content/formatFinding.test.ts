import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { consequences, findings } from "./findings.ts";
import { type Finding, formatReport, markNew, namePlace, type Place } from "./formatFinding.ts";

type Sentences = Record<"en-US" | "ru", readonly string[]>;

/** Sentences of each code and each consequence, in both languages. */
const catalogue: [name: string, sentences: Sentences][] = [
	...Object.entries(findings),
	...Object.entries(consequences).map(([name, { "en-US": en, ru }]) => {
		return [name, { "en-US": [en], ru: [ru] }] as [string, Sentences];
	}),
];

const listPlaceholders = (sentences: readonly string[]) =>
	new Set(sentences.join(" ").match(/\{\w+\}/g));

test.each(catalogue)("the texts of %s fit both languages", (_, { "en-US": english, ru }) => {
	expect(listPlaceholders(ru)).toEqual(listPlaceholders(english));
	expect(ru).toHaveLength(english.length);
	for (const sentence of english) expect(sentence).toMatch(/^[^\p{Script=Cyrillic}"']*\.$/u);
	for (const sentence of ru) expect(sentence).toMatch(/^[^"'“”]*\p{Script=Cyrillic}[^"'“”]*\.$/u);
});

test.each(["en-US", "ru"] as const)("no two findings have the same problem in %s", (locale) => {
	const problems = Object.values(findings).map((texts) => texts[locale][0]);
	expect(problems).toEqual([...new Set(problems)]);
});

test("the site reports each finding and each consequence", () => {
	const files = globSync("scripts/**/*.ts", { exclude: ["**/*.test.ts"] });
	const source = files.map((file) => readFileSync(file, "utf8")).join("");
	const dead = catalogue.filter(([name]) => !source.includes(`"${name}"`));
	expect(dead.map(([name]) => name)).toEqual([]);
});

const about: Place = { type: "about", id: "aboutOdd", title: "About me", field: "cover" };
const visit: Place = { type: "consultation", id: "visit-1", title: "First visit" };

test.each<[Place, english: string, russian: string]>([
	[
		{ ...visit, field: "stripeProductId" },
		"Consultation “First visit” → Stripe product id",
		"Консультация «First visit» → Продукт в Stripe",
	],
	[
		{ type: "home", id: "homeOdd", title: "Hero", field: "heroTitle", locale: "ru" },
		"Home page → Hero title (Russian)",
		"Главная страница → Заголовок первого экрана (русский)",
	],
	[
		{ type: "asset", id: "a", title: "ann.jpg", field: "description", usedIn: about },
		"“ann.jpg” → Description, in About page → Cover",
		"«ann.jpg» → Описание, в записи: Страница «Обо мне» → Обложка",
	],
	[
		{ type: "review", id: "b", title: "Bob\n✗", locale: "en-GB" },
		"Review “Bob‹U+000A›✗” (English)",
		"Отзыв «Bob‹U+000A›✗» (английский)",
	],
	[{ type: "entry", id: "gone" }, "Entry [gone]", "Запись [gone]"],
	[{ type: "variable", id: "STRIPE_API_KEY" }, "STRIPE_API_KEY", "STRIPE_API_KEY"],
])("the place %j is called %s, in Russian %s", (place, english, russian) => {
	expect([namePlace(place, "en-US"), namePlace(place, "ru")]).toEqual([english, russian]);
});

const money = (amount: number, currency = "gbp") => ({ amount, currency });
const found: Finding[] = [
	{
		code: "paymentLinkOfOtherAmount",
		consequence: "buttonLeftOutBesidePrice",
		severity: "severe",
		isNew: true,
		values: {
			link: "b\r\n✗ forged\u202e {price} $&",
			price: money(49500),
			charges: [
				{ money: money(500) },
				{ money: money(8500), interval: "month", intervalCount: 1 },
				{ money: money(100, "eur"), interval: "week", intervalCount: 3 },
			],
		},
		places: [visit, { ...about, url: "https://app.contentful.com/entries/aboutOdd" }],
	},
	{
		code: "valueMistyped",
		consequence: "fieldLeftOut",
		severity: "warning",
		values: { expected: { kind: "phone" }, found: 7 },
		places: [],
	},
	{
		code: "listedEntryMissing",
		consequence: "restShown",
		severity: "info",
		values: { entry: visit },
		places: [],
	},
];

test("the report is in the editor's words and language", () => {
	expect(formatReport(found, "en-US")).toMatchInlineSnapshot(`
		"Report:
		  new, severe: The payment link b‹U+000D›‹U+000A›✗ forged‹U+202E› {price} $& charges £5.00 once, £85.00 every month, €1.00 every 3 weeks. The button is left out; the price shown is £495.00. Enter the link of the right price.
		    Consultation “First visit” [visit-1]
		    About page → Cover [aboutOdd] https://app.contentful.com/entries/aboutOdd
		  warning: Expected: a phone number such as +44 20 7946 0000. Found: “7”. The field is left out. Correct what is typed there.
		  for information: The list has an entry that is a draft, archived or deleted: Consultation “First visit”. The rest of the list is shown. Contentful marks it in the list: publish it, or take it off."
	`);
	expect(formatReport(found, "ru")).toMatchInlineSnapshot(`
		"Отчёт:
		  новое, важно: По платёжной ссылке b‹U+000D›‹U+000A›✗ forged‹U+202E› {price} $& списывается £5.00 один раз, £85.00 (период: месяц), €1.00 (период: 3 недели). Кнопки на сайте нет, показана цена £495.00. Введите ссылку с верной ценой.
		    Консультация «First visit» [visit-1]
		    Страница «Обо мне» → Обложка [aboutOdd] https://app.contentful.com/entries/aboutOdd
		  внимание: Нужно: номер телефона, например +44 20 7946 0000. Введено: «7». Поле не показывается. Исправьте то, что введено.
		  к сведению: В списке есть черновик, архивная или удалённая запись: Консультация «First visit». Остальное в списке показывается. В Contentful она помечена в списке: опубликуйте её или уберите."
	`);
	expect(markNew(found, undefined)).toBe(found);
	expect([formatReport([], "en-US"), formatReport([], "ru")]).toEqual([
		"Report: nothing to correct.",
		"Отчёт: исправлять нечего.",
	]);
});

const gone = { code: "pageGone", consequence: "shownAsIs", severity: "warning" } as const;
const known = { address: "/a", entry: visit, price: money(100) };
const russian: Place = { ...visit, locale: "ru" };

type Row = [isNew: boolean, places: Place[]];
test.each<[what: string, values: Finding["values"], places: Place[], ...rows: Row[]]>([
	["of another price is known", { ...known, price: money(200) }, [visit], [false, [visit]]],
	["with another name is new", { ...known, address: "/b" }, [visit], [true, [visit]]],
	["with another entry is new", { ...known, entry: about }, [visit], [true, [visit]]],
	[
		"at further places is new there",
		known,
		[visit, russian, about],
		[true, [russian, about]],
		[false, [visit]],
	],
	["without a place is known by its name", known, [], [false, []]],
])("a finding %s", (_, values, places, ...expected) => {
	const earlier = [[visit], []].map((places) => ({ ...gone, values: known, places }));
	const rows = markNew([{ ...gone, values, places }], earlier);
	expect(rows.map(({ isNew, places }) => [isNew, places])).toEqual(expected);
});
