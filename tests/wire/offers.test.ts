import { expect, test } from "vitest";
import { type Change, pullChanged } from "./services.ts";
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

test("a page without offers in one language is reported for that language only", async () => {
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

test("an invalid Russian payment link does not hide that the English one is missing", async () => {
	const { rows } = await pullChanged((content) =>
		content.set(listIds.consultation, "stripePaymentLink", { ru: "https://pay.example/visit" }),
	);
	expect(rows).toEqual([
		"severe | consultation-1.stripePaymentLink.ru | the payment link is not an https address on buy.stripe.com: the button is left out",
		"severe | consultation-1.stripePaymentLink.en-US | there is no payment link: the button is left out",
	]);
});

const testLink = "https://buy.stripe.com/test_monthly";
const useTestMode = (content: TestContent) => {
	for (const price of content.prices) price.livemode = false;
	content.set(listIds.package, "stripeMonthlyPaymentLink", plain(testLink));
};

test("on the live site one row reports Stripe's test mode, and its payment links are left out", async () => {
	const { en, rows } = await pullChanged(useTestMode);
	expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
	expect(en.packages.packages[0]).not.toHaveProperty("stripeMonthlyPaymentLink");
	expect(rows).toEqual([
		"severe | package-1.stripeMonthlyPaymentLink.en-US | the payment link belongs to Stripe's test mode: the button is left out",
		"severe | STRIPE_API_KEY | the key and its prices belong to Stripe's test mode: the prices are shown, and payment links are not compared with them",
	]);
});

test("a site that search engines may not index uses Stripe's test mode without a row", async () => {
	const { en, rows } = await pullChanged(useTestMode, {
		environment: { CONTEXT: "deploy-preview" },
	});
	expect(en.packages.packages[0]?.stripeMonthlyPaymentLink).toBe(
		`${testLink}?client_reference_id=en-packages`,
	);
	expect(rows).toEqual([]);
});

const months = "https://buy.stripe.com/months";
const monthly = "https://buy.stripe.com/monthly";

test("a payment link with a wrong charge is left out only in the languages that have it", async () => {
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
			content.charge(monthly, [
				{ amount: 8500, recurring: { interval: "month", interval_count: 3 } },
			]);
			content.set(listIds.package, "stripeOneTimePaymentLink", {
				"en-US": months,
				ru: `${months}-ru?locale=ru`,
			});
			content.charge(`${months}-ru`, [{ amount: 49000 }]);
		},
		{ environment: { PAYMENT_LINK_HOSTS: "pay.clinic.example" } },
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
	expect(rows).toEqual([
		expect.stringContaining("charges £65.00 once and £0.00 every month: the button is left out"),
		expect.stringContaining("charges £85.00 every 3 months, and its button offers monthly payment"),
		`severe | package-1.stripeOneTimePaymentLink.ru | the payment link "${months}-ru?locale=ru" charges £490.00 once: the button is left out; the price shown is £495.00`,
	]);
});

test.each([
	["for paying at once", "stripeOneTimePaymentLink", { amount: 49500 }],
	["for paying by the month", "stripeMonthlyPaymentLink", { amount: 8500, recurring: month }],
])(
	"a payment link %s that sells the product of another entry is shown, with a row",
	async (_, field, charge) => {
		const { en, rows } = await pullChanged((content) => {
			content.set(listIds.package, field, linkPair(monthly));
			content.charge(monthly, [{ ...charge, product: "prod_sleep" }]);
			content.charge(`${monthly}-ru`, [{ ...charge, product: "prod_months" }]);
		});
		expect(en.packages.packages[0]).toHaveProperty(
			field,
			`${monthly}?client_reference_id=en-packages`,
		);
		expect(rows).toEqual([
			`warning | package-1.${field}.en-US | the payment link "${monthly}" sells product prod_sleep, and the entry names product prod_months: the button is shown`,
		]);
	},
);

const leftOut = "severe | %: the button is left out; the price shown is £180.00";
const notCompared = "warning | %: £180.00 is shown, and the charge is not compared with it";
test.each([
	["is left out by a live key", "live", "https://buy.stripe.com/a", leftOut],
	["in test mode is left out by a test key", "test", "https://buy.stripe.com/test_a", leftOut],
	["on another host is not compared", "live", "https://pay.clinic.example/b/a", notCompared],
	[
		"in test mode is not compared by a live key, without a row,",
		"live",
		"https://buy.stripe.com/test_a",
		undefined,
	],
	[
		"in live mode is not compared by a test key, without a row,",
		"test",
		"https://buy.stripe.com/a",
		undefined,
	],
])("a payment link outside the account %s: %s mode, %s", async (_, mode, link, row) => {
	const environment = { PAYMENT_LINK_HOSTS: "pay.clinic.example", CONTEXT: "deploy-preview" };
	const change = (content: TestContent) => {
		content.set(listIds.programme, "stripeOneTimePaymentLink", {
			...linkPair("https://buy.stripe.com/sleep"),
			"en-US": link,
		});
		content.foreignLinks.add(link);
		for (const price of content.prices) price.livemode = mode === "live";
	};
	const { en, rows } = await pullChanged(change, { environment });
	const place = "programme-1.stripeOneTimePaymentLink.en-US";
	const reported = `${place} | the payment link "${link}" does not exist in the Stripe account`;
	expect(rows).toEqual(row ? [row.replace("%", reported)] : []);
	expect(en.programmes.programmes[0]?.stripeOneTimePaymentLink).toBe(
		row === leftOut ? undefined : `${link}?client_reference_id=en-programmes`,
	);
});

test("among several prices one in pounds is preferred, then the default price, then the newest, and a row reports them", async () => {
	const { en, rows } = await pullChanged((content) => {
		content.add("visit-2", {
			title: text("Second visit"),
			stripeProductId: plain("prod_second"),
			stripePaymentLink: plain("https://buy.stripe.com/second"),
		});
		content.set(
			"consultations",
			"consultations",
			plain([entryLink("visit-2"), entryLink(listIds.consultation)]),
		);
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
		expect.stringMatching(
			/^info \| consultation-1\.stripeProductId \| product prod_visit has 2 active prices in Stripe/,
		),
	]);
});

type DefectRow = [
	defect: string,
	url: string,
	spoil: (content: TestContent, product: string) => unknown,
];

const inContentful = "https://app.contentful.com/spaces/q7wirespace/environments/master/entries/%";
const inStripe = "https://dashboard.stripe.com/products/%";

/** Defects of a price or product, with the address to which the report's row links. `%` is the id of the product. */
const defects: DefectRow[] = [
	["missing", inContentful, () => {}],
	[
		"deleted",
		inContentful,
		(content, product) => {
			content.sell(product, 1);
			content.products.pop();
		},
	],
	[
		"archived",
		inStripe,
		(content, product) => {
			content.sell(product, 1);
			Object.assign(content.products.at(-1) ?? {}, { active: false });
		},
	],
	["free", inStripe, (content, product) => content.sell(product, 0)],
	["has a fraction of a penny", inStripe, (content, product) => content.sell(product, null)],
	[
		"chosen by the customer",
		inStripe,
		(content, product) => {
			content.sell(product, null);
			Object.assign(content.prices.at(-1) ?? {}, { custom_unit_amount: {} });
		},
	],
	[
		"in tiers",
		inStripe,
		(content, product) => {
			content.sell(product, null);
			Object.assign(content.prices.at(-1) ?? {}, { billing_scheme: "tiered" });
		},
	],
	[
		"free-in-test-mode",
		"https://dashboard.stripe.com/test/products/%",
		(content, product) => {
			content.sell(product, 0);
			Object.assign(content.prices.at(-1) ?? {}, { livemode: false });
		},
	],
];

test("a report row about a price links to the product in Stripe, or to the entry when Stripe has no such product", async () => {
	const change: Change = (content) => {
		for (const [product, , spoil] of defects) {
			content.add(product, { title: text(product), stripeProductId: plain(product) });
			spoil(content, product);
		}
		const names = [listIds.consultation, ...defects.map(([product]) => product)];
		content.set("consultations", "consultations", plain(names.map(entryLink)));
	};
	const { report } = await pullChanged(change);
	const problems = report.map(({ problem }) => problem);
	for (const problem of [
		"product free has a price of 0 in Stripe",
		"product has a fraction of a penny has a price without a whole amount in Stripe",
		"product chosen by the customer has a price that the customer chooses in Stripe",
		"product in tiers has a price in tiers in Stripe",
	]) {
		expect(problems).toContain(problem);
	}
	const urls = report.flatMap(({ entry, field, url }) =>
		field === "stripeProductId" ? [[entry, url]] : [],
	);
	expect(urls.sort()).toEqual(
		defects
			.map(([product, url]) => [product, url.replace("%", encodeURIComponent(product))])
			.sort(),
	);
});
