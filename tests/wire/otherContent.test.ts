import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Locale } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { buildSite } from "../../scripts/publish/buildSite.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import {
	assetLink,
	entryLink,
	node,
	paragraph,
	plain,
	pullFrom,
	rowsOf,
	shortLimits,
	startServices,
	TestContent,
	temporaryFolder,
	textNode,
	withoutSecrets,
} from "./content.ts";

/** Some entries under their own names, some not, as in a space that grew. */
const environment = {
	CONTENTFUL_ENTRY_IDS: '{"home":"3bqL0xStart","functionalTests":"testing-2019"}',
	PAYMENT_LINK_HOSTS: "pay.tide.example",
};

/** A seaside physiotherapist's space: nothing in it is like the demo's. Out: the content, and its texts by language. */
function tideContent() {
	const content = new TestContent();
	const texts = { "en-US": new Set<string>(), ru: new Set<string>() };
	const t = (english: string, russian: string) => {
		texts["en-US"].add(english);
		texts.ru.add(russian);
		return { "en-US": english, ru: russian };
	};
	const rich = (english: string, russian: string) => {
		const values = t(english, russian);
		return { "en-US": paragraph(textNode(values["en-US"])), ru: paragraph(textNode(values.ru)) };
	};
	const list = (...ids: string[]) => plain(ids.map(entryLink));
	content.addAsset("gull", { title: t("Tide Physio", "Прилив") });
	content.addAsset("sea", { title: t("The sea", "Море") });

	content.add("appShell", {
		contactEmail: plain("skipper@tide.example"),
		contactButton: t("Signal us", "Дайте сигнал"),
		haveQuestionsButton: t("Unsure?", "Сомневаетесь?"),
		buyButton: t("Come aboard", "На борт"),
		legal: t("Tide Ltd, Pier 4", "Тайд, причал 4"),
	});
	content.add("navigation", {
		logo: plain(assetLink("gull")),
		home: t("Harbour", "Гавань"),
		about: t("Crew", "Команда"),
		approach: t("Course", "Курс"),
		consultations: t("Sessions", "Сеансы"),
		packages: t("Voyages", "Плавания"),
		programmes: t("Logbooks", "Журналы"),
		functionalTests: t("Soundings", "Промеры"),
	});
	content.add("3bqL0xStart", {
		heroTitle: t("Move like water", "Двигайтесь как вода"),
		heroImages: plain([assetLink("sea")]),
		heroAidList: { "en-US": ["Backs", "Knees"], ru: "Спина\nКолени" },
		reviews: list("r1"),
	});
	for (const word of ["Backs", "Knees"]) texts["en-US"].add(word);
	for (const word of ["Спина", "Колени"]) texts.ru.add(word);
	content.add("r1", { name: t("Mo", "Мо"), age: plain(71), review: t("I row again", "Снова гребу") });
	content.add("newsletter", { title: t("Tide tables", "Таблицы приливов"), subscribeButton: t("Send", "Слать") });
	content.add("about", { title: t("Who steers", "Кто у руля"), about: rich("Forty years at sea", "Сорок лет в море") });
	content.add("approach", {
		approach: {
			"en-US": node("document", [node("heading-2", [textNode("Slowly")])]),
			ru: node("document", [node("heading-2", [textNode("Не спеша")])]),
		},
	});
	texts["en-US"].add("Slowly");
	texts.ru.add("Не спеша");
	content.add("testing-2019", { functionalTestsTitle: t("How deep", "Как глубоко") });
	content.add("consultations", { title: t("Book a tide", "Выбрать прилив"), consultations: list("c-ebb", "c-flow") });
	content.add("c-ebb", {
		title: t("Ebb", "Отлив"),
		duration: t("20 minutes", "20 минут"),
		stripeProductId: plain("prod_ebb"),
		stripePaymentLink: { "en-US": "https://pay.tide.example/ebb", ru: "https://pay.tide.example/ebb-ru" },
	});
	content.add("c-flow", { title: t("Flow", "Прибой"), stripeProductId: plain("prod_flow") });
	content.add("packages", {
		packages: list("voyage"),
		payInFullButton: t("All at once", "Сразу"),
		payMonthlyButton: t("By the moon", "По лунам"),
	});
	content.add("voyage", {
		duration: plain(12),
		stripeProductId: plain("prod_voyage"),
		stripeOneTimePaymentLink: plain("https://buy.stripe.com/voyage"),
		stripeMonthlyPaymentLink: plain("https://buy.stripe.com/moon"),
	});
	content.add("programmes", { title: t("Read and row", "Читай и греби") });
	content.sell("prod_voyage", 123400);
	content.sell("prod_flow", 4200, { currency: "eur" });
	content.sell("prod_ebb", 990);
	return { content, texts };
}

function textsOf(value: unknown): string[] {
	if (!value || typeof value !== "object") return [];
	if ("value" in value && typeof value.value === "string") return [value.value];
	return Object.values(value).flatMap(textsOf);
}

test("a pull of another content gives exactly that content", async () => {
	const { content, texts } = tideContent();
	const pulled = await pullFrom(content, { environment });
	const { "en-US": en, ru } = pulled.snapshots;
	expect(rowsOf(pulled)).toEqual([
		"severe | c-flow.stripePaymentLink.en-US | there is no payment link: its button is left out",
		"severe | programmes.programmes.en-US | the list holds no programme that can be shown: no programme is shown",
	]);
	expect(new Set(textsOf(en))).toEqual(texts["en-US"]);
	expect(new Set(textsOf(ru))).toEqual(texts.ru);
	expect(en.appShell.contactEmail).toBe("skipper@tide.example");
	expect(en.home).toMatchObject({ id: "3bqL0xStart", reviews: [{ age: 71 }] });
	expect(en.consultations.consultations.map(({ title, price }) => [title.value, price])).toMatchObject([
		["Ebb", { amount: 990, currency: "gbp" }],
		["Flow", { amount: 4200, currency: "eur" }],
	]);
	expect(ru.consultations.consultations.map(({ stripePaymentLink }) => stripePaymentLink)).toEqual([
		"https://pay.tide.example/ebb-ru",
		undefined,
	]);
	expect(ru.packages.packages).toMatchObject([{ duration: 12, price: { amount: 123400, currency: "gbp" } }]);
	expect(ru.programmes.programmes).toEqual([]);
});

test("a build of another content shows it, and holds no key", { timeout: 60_000 }, async () => {
	const { content, texts } = tideContent();
	const services = await startServices(content, { environment });
	const root = await temporaryFolder({ parent: ".cache" });
	await withoutSecrets(root, (log) =>
		buildSite(services.environment, { root, cache: ".cache", log, limits: shortLimits }),
	);
	const read = (locale: Locale) =>
		Promise.all(routeNames.map((route) => readFile(join(root, "dist/client", fileOf(pathOf(route, locale))), "utf8")));
	const [english, russian] = [await read("en-US"), await read("ru")];
	const missing = (pages: string[], texts: Iterable<string>) =>
		[...texts].filter((text) => !pages.some((page) => page.replaceAll("\u00a0", " ").includes(text)));
	const shown = ["£9.90", "€42.00", "£1,234.00", "https://pay.tide.example/ebb", "https://buy.stripe.com/moon"];
	expect(missing(english, [...texts["en-US"], ...shown])).toEqual([]);
	expect(missing(russian, [...texts.ru, ...shown, "https://pay.tide.example/ebb-ru"])).toEqual([]);
	expect([...english, ...russian].filter((page) => /Morrowleaf|morrowleaf/.test(page))).toEqual([]);
});
