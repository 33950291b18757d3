import { describe, expect, test } from "vitest";
import { createCompleteContent, entryLink, ids, listIds, month, plain, type TestContent, text } from "./content.ts";
import { type Change, pullChanged, pullFrom } from "./services.ts";

test("a page on which nothing is for sale in one language alone is reported for that one", async () => {
	const { rows } = await pullChanged((content) =>
		content.set("packages", "packages", { "en-US": [entryLink(listIds.package)], ru: [entryLink("gone")] }),
	);
	expect(rows[0]).toBe(
		`severe | ${ids.packages}.packages.ru | the list has no package that can be shown: no package is shown`,
	);
});

test("a wrong payment link in Russian does not hide that English has none", async () => {
	const { rows } = await pullChanged((content) =>
		content.set(listIds.consultation, "stripePaymentLink", { ru: "https://pay.example/visit" }),
	);
	expect(rows).toEqual([
		"severe | consultation-1.stripePaymentLink.ru | the payment link is not an https address on buy.stripe.com: the button is left out",
		"severe | consultation-1.stripePaymentLink.en-US | there is no payment link: the button is left out",
	]);
});

test("a payment link of invisible characters alone counts as missing", async () => {
	const { rows } = await pullChanged((content) =>
		content.set(listIds.consultation, "stripePaymentLink", plain("\u200b")),
	);
	expect(rows).toContain(
		"severe | consultation-1.stripePaymentLink.en-US | there is no payment link: the button is left out",
	);
});

const deployPreview = { environment: { CONTEXT: "deploy-preview" } };

describe("Stripe's test mode", () => {
	const useTestPrices = (content: TestContent) => {
		for (const price of content.prices) price.livemode = false;
	};
	test("is one row for all prices on the live site, which shows them", async () => {
		const { en, rows } = await pullChanged(useTestPrices);
		expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
		expect(rows).toEqual([
			"severe | STRIPE_API_KEY | the key and its prices belong to Stripe's test mode: the prices are shown, and payment links are not compared with them",
		]);
	});

	test("is no row on a site that search engines may not index", async () => {
		const { rows } = await pullChanged(useTestPrices, deployPreview);
		expect(rows).toEqual([]);
	});

	const testLink = "https://buy.stripe.com/test_monthly";
	const enterTestLink = (content: TestContent) =>
		content.set(listIds.package, "stripeMonthlyPaymentLink", plain(testLink));
	test("removes its payment links from the live site, each with a row", async () => {
		const { en, rows } = await pullChanged(enterTestLink);
		expect(en.packages.packages[0]).not.toHaveProperty("stripeMonthlyPaymentLink");
		expect(rows).toEqual([
			"severe | package-1.stripeMonthlyPaymentLink.en-US | the payment link belongs to Stripe's test mode: the button is left out",
		]);
	});

	test("keeps its payment links on a site that search engines may not index", async () => {
		const { en } = await pullChanged(enterTestLink, deployPreview);
		expect(en.packages.packages[0]?.stripeMonthlyPaymentLink).toBe(testLink);
	});
});

const months = "https://buy.stripe.com/months";
const monthly = "https://buy.stripe.com/monthly";

// mistakes.test.ts has what else a link may charge.
test("a payment link that charges something else is left out in the languages that have it, and no other; the end of its path names it", async () => {
	const { en, ru, rows } = await pullChanged(
		(content) => {
			const entered = "https://pay.clinic.example/b/visit/?prefilled_promo_code=A#b";
			content.set(listIds.consultation, "stripePaymentLink", plain(entered));
			content.foreignLinks.add("https://pay.clinic.example/b/visit/");
			content.charge("https://buy.stripe.com/visit", [{ amount: 6500 }, { amount: 0, recurring: month }]);
			content.set(listIds.package, "stripeMonthlyPaymentLink", plain(monthly));
			content.charge(monthly, [{ amount: 8500, recurring: { interval: "month", interval_count: 3 } }]);
			content.set(listIds.package, "stripeOneTimePaymentLink", { "en-US": months, ru: `${months}-ru?locale=ru` });
			content.charge(`${months}-ru`, [{ amount: 49000 }]);
		},
		{ environment: { PAYMENT_LINK_HOSTS: "pay.clinic.example" } },
	);
	for (const { consultations, packages } of [en, ru]) {
		expect(consultations.consultations[0]).not.toHaveProperty("stripePaymentLink");
		expect(consultations.consultations[0]?.price.amount).toBe(6500);
		expect(packages.packages[0]).not.toHaveProperty("stripeMonthlyPaymentLink");
	}
	expect(en.packages.packages[0]?.stripeOneTimePaymentLink).toBe(months);
	expect(ru.packages.packages[0]).not.toHaveProperty("stripeOneTimePaymentLink");
	expect(rows).toEqual([
		expect.stringContaining("charges £65.00 every month: the button is left out"),
		expect.stringContaining("charges £85.00 every 3 months, and its button offers monthly payment"),
		`severe | package-1.stripeOneTimePaymentLink.ru | the payment link "${months}-ru?locale=ru" charges £490.00 once: the button is left out; the price shown is £495.00`,
	]);
});

const leftOut = "severe | %: the button is left out; the price shown is £180.00";
const notCompared = "warning | %: £180.00 is shown, and the charge is not compared with it";
test.each([
	["is left out", "live", "https://buy.stripe.com/a", leftOut],
	["is left out", "test", "https://buy.stripe.com/test_a", leftOut],
	["on another host is not compared", "live", "https://pay.clinic.example/b/a", notCompared],
	["in test mode is nothing that a key could know which is", "live", "https://buy.stripe.com/test_a", undefined],
	["is nothing that a key could know which is", "test", "https://buy.stripe.com/a", undefined],
])("a payment link that is not one of the account %s %s", async (_, mode, link, row) => {
	const environment = { PAYMENT_LINK_HOSTS: "pay.clinic.example", CONTEXT: "deploy-preview" };
	const change = (content: TestContent) => {
		content.set(listIds.programme, "stripeOneTimePaymentLink", plain(link));
		content.foreignLinks.add(link);
		for (const price of content.prices) price.livemode = mode === "live";
	};
	const { en, rows } = await pullChanged(change, { environment });
	const place = "programme-1.stripeOneTimePaymentLink.en-US";
	const told = `${place} | the payment link "${link}" does not exist in the Stripe account`;
	expect(rows).toEqual(row ? [row.replace("%", told)] : []);
	expect(en.programmes.programmes[0]?.stripeOneTimePaymentLink).toBe(row === leftOut ? undefined : link);
});

test("of several prices, pounds come first, then the default price, then the newest; and it is reported", async () => {
	const { en, rows } = await pullChanged((content) => {
		content.add("visit-2", {
			title: text("Second visit"),
			stripeProductId: plain("prod_second"),
			stripePaymentLink: plain("https://buy.stripe.com/second"),
		});
		content.set("consultations", "consultations", plain([entryLink("visit-2"), entryLink(listIds.consultation)]));
		content.sell("prod_visit", 7000, { created: 1_900_000_000 });
		content.sell("prod_visit_at_home", 9000);
		Object.assign(content.products[0] ?? {}, { updated: 1_767_225_600 });
		content.sell("prod_second", 1, { currency: "eur", created: 1_950_000_000 });
		content.sell("prod_second", 2, { created: 1_800_000_000 });
		content.sell("prod_second", 3, { created: 1_700_000_000 });
		content.charge("https://buy.stripe.com/second", [{ amount: 2 }]);
	});
	expect(en.consultations.consultations.map(({ price }) => price)).toEqual([
		{ amount: 2, currency: "gbp", updatedAt: new Date(1_950_000_000_000).toISOString() },
		// Which one is shown may hang on the product.
		{ amount: 6500, currency: "gbp", updatedAt: "2026-01-01T00:00:00.000Z" },
	]);
	expect(rows).toEqual([
		expect.stringMatching(
			/^info \| visit-2\.stripeProductId \| product prod_second has 3 active prices in Stripe: price \S+ is shown$/,
		),
		expect.stringMatching(
			/^info \| consultation-1\.stripeProductId \| product prod_visit has 2 active prices in Stripe/,
		),
	]);
});

describe("a row about a price leads to", () => {
	const contentful = /^https:\/\/app\.contentful\.com\/.*\/entries\/consultation-1$/;
	const product = "https://dashboard.stripe.com/products/prod_visit";
	const testProduct = "https://dashboard.stripe.com/test/products/prod_visit";
	const addPrice = (content: TestContent) => content.sell("prod_visit", 7000);
	test.each<[string, string, string | RegExp, Change]>([
		["the entry", "whose product id is unknown to Stripe", contentful, (content) => content.prices.shift()],
		["the entry", "whose product was deleted", contentful, (content) => content.products.shift()],
		["the product", "that is archived", product, ({ products }) => Object.assign(products[0] ?? {}, { active: false })],
		["the product", "that costs nothing", product, ({ prices }) => Object.assign(prices[0] ?? {}, { unit_amount: 0 })],
		["the product", "that has two prices", product, addPrice],
		[
			"the product",
			"that is priced in yen",
			product,
			({ prices }) => Object.assign(prices[0] ?? {}, { currency: "jpy" }),
		],
		[
			"the product in test mode",
			"that has two prices there",
			testProduct,
			(content) => {
				addPrice(content);
				for (const price of content.prices) price.livemode = false;
			},
		],
	])("%s %s", async (_place, _problem, url, change) => {
		const content = createCompleteContent();
		change(content);
		// The page keeps one product with a price, so that the pull does not stop.
		content.add("visit-2", { title: text("Second visit"), stripeProductId: plain("prod_second") });
		content.set("consultations", "consultations", plain([listIds.consultation, "visit-2"].map(entryLink)));
		content.sell("prod_second", 4500);
		const { report } = await pullFrom(content);
		const row = report.find(({ field }) => field === "stripeProductId");
		expect(row?.url).toMatch(url);
	});
});
