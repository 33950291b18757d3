import { expect, test } from "vitest";
import { pullChanged } from "./services.ts";
import {
	entryLink,
	ids,
	linkPair,
	listIds,
	month,
	plain,
	type TestContent,
	text,
} from "./testContent.ts";

const hosts = { PAYMENT_LINK_HOSTS: "pay.clinic.example" };
const monthly = "https://buy.stripe.com/monthly";

test("a list without offers in one language has one row", async () => {
	const { rows } = await pullChanged((content) =>
		content.set("packages", "packages", {
			"en-US": [entryLink(listIds.package)],
			ru: [entryLink("gone")],
		}),
	);
	expect(rows[0]).toBe(
		`severe | ${ids.packages}.packages.ru | the list has no package that can be shown: no package is shown`,
	);
});

test("an invalid Russian link does not hide a missing English one", async () => {
	const { rows } = await pullChanged((content) =>
		content.set(listIds.consultation, "stripePaymentLink", { ru: "https://pay.example/visit" }),
	);
	expect(rows).toEqual([
		"severe | consultation-1.stripePaymentLink.ru | the payment link is not an https address on buy.stripe.com: the button is left out",
		"severe | consultation-1.stripePaymentLink.en-US | there is no payment link: the button is left out",
	]);
});

const testLink = "https://buy.stripe.com/test_monthly";
test.each([
	[
		"the live site",
		{},
		undefined,
		[
			"severe | package-1.stripeMonthlyPaymentLink.en-US | the payment link belongs to Stripe's test mode: the button is left out",
			"severe | STRIPE_API_KEY | the key and its prices belong to Stripe's test mode: the prices are shown, and payment links are not compared with them",
		],
	],
	[
		"a trial site",
		{ CONTEXT: "deploy-preview" },
		`${testLink}?client_reference_id=en-packages`,
		[],
	],
])("Stripe's test mode on %s", async (_, environment, link, expected) => {
	const { en, rows } = await pullChanged(
		(content) => {
			for (const price of content.prices) price.livemode = false;
			content.set(listIds.package, "stripeMonthlyPaymentLink", plain(testLink));
		},
		{ environment },
	);
	expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
	expect(en.packages.packages[0]?.stripeMonthlyPaymentLink).toBe(link);
	expect(rows).toEqual(expected);
});

test("a link with a wrong charge is left out where it stands", async () => {
	const months = "https://buy.stripe.com/months";
	const { en, ru, rows } = await pullChanged(
		(content) => {
			const entered = "https://pay.clinic.example/b/visit/?prefilled_promo_code=A#b";
			content.set(listIds.consultation, "stripePaymentLink", plain(entered));
			content.foreignLinks.add("https://pay.clinic.example/b/visit/");
			content.charge("https://buy.stripe.com/visit", [
				{ amount: 6500 },
				{ amount: 0, recurring: month },
			]);
			content.set(listIds.package, "stripeMonthlyPaymentLink", plain(monthly));
			const quarter = { interval: "month", interval_count: 3 } as const;
			content.charge(monthly, [{ amount: 8500, recurring: quarter }]);
			const links = { "en-US": months, ru: `${months}-ru?locale=ru` };
			content.set(listIds.package, "stripeOneTimePaymentLink", links);
			content.charge(`${months}-ru`, [{ amount: 49000 }]);
		},
		{ environment: hosts },
	);
	for (const { consultations, packages } of [en, ru]) {
		expect(consultations.consultations[0]).not.toHaveProperty("stripePaymentLink");
		expect(consultations.consultations[0]?.price.amount).toBe(6500);
		expect(packages.packages[0]).not.toHaveProperty("stripeMonthlyPaymentLink");
	}
	expect(en.packages.packages[0]?.stripeOneTimePaymentLink).toBe(
		`${months}?client_reference_id=en-packages`,
	);
	expect(ru.packages.packages[0]).not.toHaveProperty("stripeOneTimePaymentLink");
	expect(rows.toSorted()).toEqual([
		expect.stringContaining("charges £65.00 once and £0.00 every month: the button is left out"),
		expect.stringContaining("charges £85.00 every 3 months, and its button offers monthly payment"),
		`severe | package-1.stripeOneTimePaymentLink.ru | the payment link "${months}-ru?locale=ru" charges £490.00 once: the button is left out; the price shown is £495.00`,
	]);
});

test("a link that sells another product is shown, with a row", async () => {
	const field = "stripeMonthlyPaymentLink";
	const { en, rows } = await pullChanged((content) => {
		content.set(listIds.package, field, linkPair(monthly));
		content.charge(monthly, [{ amount: 8500, recurring: month, product: "prod_sleep" }]);
		content.charge(`${monthly}-ru`, [{ amount: 8500, recurring: month, product: "prod_months" }]);
	});
	expect(en.packages.packages[0]).toMatchObject({
		[field]: `${monthly}?client_reference_id=en-packages`,
		monthlyPrice: { amount: 8500, currency: "gbp" },
	});
	expect(rows).toEqual([
		`warning | package-1.${field}.en-US | the payment link "${monthly}" sells product prod_sleep, and the entry names product prod_months: the button is shown`,
	]);
});

const leftOut = "severe | %: the button is left out; the price shown is £180.00";
const notCompared = "warning | %: £180.00 is shown, and the charge is not compared with it";
test.each([
	["live", "https://buy.stripe.com/a", leftOut],
	["test", "https://buy.stripe.com/test_a", leftOut],
	["live", "https://pay.clinic.example/b/a", notCompared],
	["live", "https://buy.stripe.com/test_a", undefined],
	["test", "https://buy.stripe.com/a", undefined],
])("a %s key meets the link %s of another account", async (mode, link, row) => {
	const field = "stripeOneTimePaymentLink";
	const change = (content: TestContent) => {
		const links = { ...linkPair("https://buy.stripe.com/sleep"), "en-US": link };
		content.set(listIds.programme, field, links);
		content.foreignLinks.add(link);
		for (const price of content.prices) price.livemode = mode === "live";
	};
	const environment = { ...hosts, CONTEXT: "deploy-preview" };
	const { en, rows } = await pullChanged(change, { environment });
	const problem = `programme-1.${field}.en-US | the payment link "${link}" does not exist in the Stripe account`;
	expect(rows).toEqual(row ? [row.replace("%", problem)] : []);
	const shown = `${link}?client_reference_id=en-programmes`;
	expect(en.programmes.programmes[0]?.[field]).toBe(row === leftOut ? undefined : shown);
});

test("a link keeps the owner's own parameters", async () => {
	const entered = "https://buy.stripe.com/visit?prefilled_promo_code=A%20B#c";
	const own = "https://buy.stripe.com/visit?client_reference_id=fair";
	const { en, ru } = await pullChanged((content) =>
		content.set(listIds.consultation, "stripePaymentLink", { "en-US": entered, ru: own }),
	);
	expect(en.consultations.consultations[0]?.stripePaymentLink).toBe(
		entered.replace("#", "&client_reference_id=en-consultations#"),
	);
	expect(ru.consultations.consultations[0]?.stripePaymentLink).toBe(own);
});

test("pounds come first, then the default price, then the newest", async () => {
	const { en, rows } = await pullChanged((content) => {
		content.add("visit-2", {
			title: text("Second visit"),
			stripeProductId: plain("prod_second"),
			stripePaymentLink: plain("https://buy.stripe.com/second"),
		});
		const entries = [entryLink("visit-2"), entryLink(listIds.consultation)];
		content.set("consultations", "consultations", plain(entries));
		content.sell("prod_visit", 7000, { created: 1_900_000_000 });
		content.sell("prod_visit_at_home", 9000);
		content.sell("prod_second", 1, { currency: "eur", created: 1_950_000_000 });
		content.sell("prod_second", 2, { created: 1_800_000_000 });
		content.sell("prod_second", 3, { created: 1_700_000_000 });
		content.charge("https://buy.stripe.com/second", [{ amount: 2 }]);
	});
	expect(en.consultations.consultations.map(({ price }) => price)).toEqual([
		{ amount: 2, currency: "gbp" },
		{ amount: 6500, currency: "gbp" },
	]);
	expect(rows).toEqual([
		expect.stringMatching(
			/^info \| visit-2\.stripeProductId \| product prod_second has 3 active prices in Stripe: price \S+ is shown$/,
		),
		expect.stringMatching(/^info \| consultation-1\.stripeProductId \| product prod_visit has 2/),
	]);
});

const inContentful =
	"https://app.contentful.com/spaces/q7wirespace/environments/master/entries/odd";
const inStripe = "https://dashboard.stripe.com/products/odd";
test.each<[problem: string, url: string, amount?: number | null, price?: object, product?: object]>(
	[
		["no active one-time price", inContentful],
		["a price of 0", inStripe, 0],
		["a price of 0", inStripe.replace("products", "test/products"), 0, { livemode: false }],
		["a price without a whole amount", inStripe, null],
		["a price that the customer chooses", inStripe, null, { custom_unit_amount: {} }],
		["a price in tiers", inStripe, null, { billing_scheme: "tiered" }],
		["archived", inStripe, 1, {}, { active: false }],
	],
)("a product with %s: the row leads to %s", async (problem, url, amount, price, product) => {
	const { report } = await pullChanged((content) => {
		content.add("odd", { title: text("Odd"), stripeProductId: plain("odd") });
		const entries = [entryLink("odd"), entryLink(listIds.consultation)];
		content.set("consultations", "consultations", plain(entries));
		if (amount === undefined) return;
		content.sell("odd", amount);
		Object.assign(content.prices.at(-1) ?? {}, price);
		Object.assign(content.products.at(-1) ?? {}, product);
	});
	const state = product ? "is archived" : `has ${problem}`;
	const row = { entry: "odd", problem: `product odd ${state} in Stripe`, url };
	expect(report).toContainEqual(expect.objectContaining(row));
});
