import { describe, expect, test } from "vitest";
import { entryLink, ids, listIds, month, plain, pullChanged, type TestContent, text } from "./content.ts";

type ChargeArguments = Parameters<TestContent["charge"]> extends [string, ...infer Rest] ? Rest : never;

describe("pages on which something is for sale", () => {
	const shops = [
		["consultations", "consultation", "stripePaymentLink"],
		["packages", "package", "stripeOneTimePaymentLink"],
		["programmes", "programme", "stripeOneTimePaymentLink"],
	] as const;

	test("without any are reported, each in a row of its own", async () => {
		const { snapshots, rows } = await pullChanged((content) => {
			for (const [page] of shops) content.unset(page, page);
		});
		expect(rows).toEqual(
			shops.map(([page, name]) => {
				const problem = `the list holds no ${name} that can be shown: no ${name} is shown`;
				return `severe | ${ids[page]}.${page}.en-US | ${problem}`;
			}),
		);
		for (const snapshot of Object.values(snapshots)) {
			for (const [page] of shops) expect(snapshot[page]).toHaveProperty(page, []);
		}
	});

	test("without any in one language alone are reported for that one", async () => {
		const { rows } = await pullChanged((content) =>
			content.set("packages", "packages", { "en-US": [entryLink(listIds.package)], ru: [entryLink("gone")] }),
		);
		expect(rows[0]).toBe(
			`severe | ${ids.packages}.packages.ru | the list holds no package that can be shown: no package is shown`,
		);
	});

	const noLink = "there is no payment link: its button is left out";

	test("items without payment link are shown and reported", async () => {
		const { en, rows } = await pullChanged((content) => {
			for (const [, name, link] of shops) content.unset(listIds[name], link);
		});
		for (const [page, name] of shops) expect(JSON.stringify(en[page])).toContain(`"id":"${listIds[name]}"`);
		expect(rows).toEqual(shops.map(([, name, link]) => `severe | ${listIds[name]}.${link}.en-US | ${noLink}`));
	});

	test("an item that has its payment link in Russian alone lacks it in English", async () => {
		const link = { ru: "https://buy.stripe.com/ru" };
		const { en, rows } = await pullChanged((content) =>
			content.set(listIds.programme, "stripeOneTimePaymentLink", link),
		);
		expect(en.programmes.programmes[0]).not.toHaveProperty("stripeOneTimePaymentLink");
		expect(rows).toEqual([`severe | programme-1.stripeOneTimePaymentLink.en-US | ${noLink}`]);
	});
});

describe("Stripe's test mode", () => {
	const change = (content: TestContent) => {
		for (const price of content.prices) price.livemode = price.product !== "prod_visit";
		content.set(listIds.package, "stripeMonthlyPaymentLink", plain("https://buy.stripe.com/test_monthly"));
	};

	test("is reported on a site that search engines may index: the price is shown, a link left out", async () => {
		const { en, rows } = await pullChanged(change);
		expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
		expect(en.packages.packages[0]).not.toHaveProperty("stripeMonthlyPaymentLink");
		expect(rows).toEqual([
			"severe | package-1.stripeMonthlyPaymentLink.en-US | the payment link is of Stripe's test mode: its button is left out",
			expect.stringMatching(
				/^severe \| consultation-1\.stripeProductId \| price \S+ is of Stripe's test mode: it is shown all the same$/,
			),
		]);
	});

	test("is nothing to report on any other site", async () => {
		const { en, rows } = await pullChanged(change, { environment: { CONTEXT: "deploy-preview" } });
		expect(en.packages.packages[0]?.stripeMonthlyPaymentLink).toBe("https://buy.stripe.com/test_monthly");
		expect(rows).toEqual([]);
	});
});

describe("a payment link", () => {
	const visit = "https://buy.stripe.com/visit";
	const months = "https://buy.stripe.com/months";
	const monthly = "https://buy.stripe.com/monthly";
	/** What becomes of a content whose link charges something. */
	const charging = (url: string, ...charge: ChargeArguments) =>
		pullChanged((content) => {
			content.set(listIds.package, "stripeMonthlyPaymentLink", plain(monthly));
			content.charge(url, ...charge);
		});

	// mistakes.test.ts has what else a link may charge.
	test.each<[string, string, ChargeArguments, string]>([
		["something regular besides", visit, [[{ amount: 6500 }, { amount: 0, recurring: month }]], "every month"],
		[
			"every quarter",
			monthly,
			[[{ amount: 8500, recurring: { interval: "month", interval_count: 3 } }]],
			"charges £85.00 every 3 months, though its button says by the month: its button is left out; the price shown is £495.00",
		],
	])("that charges %s is left out in both languages, and nothing else is", async (_, url, charge, problem) => {
		const { en, ru, rows } = await charging(url, ...charge);
		for (const { consultations, packages } of [en, ru]) {
			const links = [...consultations.consultations, ...packages.packages].flatMap((item) => Object.values(item));
			expect([visit, months, monthly].filter((link) => !links.includes(link))).toEqual([url]);
			expect(consultations.consultations[0]?.price.amount).toBe(6500);
		}
		expect(rows).toEqual([expect.stringContaining(problem)]);
	});

	test("that charges something else in Russian alone is told of Russian", async () => {
		const { en, ru, rows } = await pullChanged((content) => {
			content.set(listIds.package, "stripeOneTimePaymentLink", { "en-US": months, ru: `${months}-ru?locale=ru` });
			content.charge(`${months}-ru`, [{ amount: 49000 }]);
		});
		expect(en.packages.packages[0]?.stripeOneTimePaymentLink).toBe(months);
		expect(ru.packages.packages[0]).not.toHaveProperty("stripeOneTimePaymentLink");
		expect(rows).toEqual([
			`severe | package-1.stripeOneTimePaymentLink.ru | the payment link ${months}-ru?locale=ru charges £490.00 once: its button is left out; the price shown is £495.00`,
		]);
	});

	/** The rows of a content whose programme has a link that is not of the Stripe account, and that link where it is shown. */
	const foreign = async (link: string, change: (content: TestContent) => void = () => {}) => {
		const environment = { PAYMENT_LINK_HOSTS: "pay.clinic.example", CONTEXT: "deploy-preview" };
		const { en, rows } = await pullChanged(
			(content) => {
				content.set(listIds.programme, "stripeOneTimePaymentLink", plain(link));
				content.foreignLinks.add(link);
				change(content);
			},
			{ environment },
		);
		return { rows, shown: en.programmes.programmes[0]?.stripeOneTimePaymentLink };
	};
	const testMode = (content: TestContent) => {
		for (const price of content.prices) price.livemode = false;
	};

	const leftOut = "severe | %: its button is left out; the price shown is £180.00";
	test.each<[string, string, string, typeof testMode | undefined]>([
		["is left out", "https://buy.stripe.com/a", leftOut, undefined],
		[
			"on another host is not compared",
			"https://pay.clinic.example/b/a",
			"warning | %: £180.00 is shown; what it charges is not compared",
			undefined,
		],
		["in test mode is left out", "https://buy.stripe.com/test_a", leftOut, testMode],
	])("that is not one of the account %s", async (_, link, row, change) => {
		const place = "programme-1.stripeOneTimePaymentLink.en-US";
		const told = `${place} | the payment link ${link} is not one of the Stripe account`;
		const { rows, shown } = await foreign(link, change);
		expect(rows).toEqual([row.replace("%", told)]);
		expect(shown).toBe(row === leftOut ? undefined : link);
	});

	test.each<[string, string, typeof testMode | undefined]>([
		["test", "https://buy.stripe.com/test_a", undefined],
		["live", "https://buy.stripe.com/a", testMode],
	])("of %s mode is nothing that a key of the other mode could know", async (_, link, change) => {
		expect(await foreign(link, change)).toEqual({ rows: [], shown: link });
	});

	test("is known by the end of its path, on whatever host and with whatever words for the form", async () => {
		const { rows } = await pullChanged(
			(content) => {
				const entered = "https://pay.clinic.example/b/visit/?prefilled_promo_code=A#b";
				content.set(listIds.consultation, "stripePaymentLink", plain(entered));
				content.foreignLinks.add("https://pay.clinic.example/b/visit/");
				content.charge(visit, [{ amount: 6000 }]);
			},
			{ environment: { PAYMENT_LINK_HOSTS: "pay.clinic.example" } },
		);
		expect(rows).toEqual([expect.stringContaining("charges £60.00 once: its button is left out")]);
	});
});

describe("prices", () => {
	test("of several, pounds come first, then the default price, then the newest; and it is reported", async () => {
		const { en, rows } = await pullChanged((content) => {
			content.add("visit-2", {
				title: text("Second visit"),
				stripeProductId: plain("prod_second"),
				stripePaymentLink: plain("https://buy.stripe.com/second"),
			});
			content.set("consultations", "consultations", plain([entryLink("visit-2"), entryLink(listIds.consultation)]));
			content.sell("prod_visit", 7000, { created: 1_900_000_000 });
			content.sell("prod_second", 1, { currency: "eur", created: 1_950_000_000 });
			content.sell("prod_second", 2, { created: 1_800_000_000 });
			content.sell("prod_second", 3, { created: 1_700_000_000 });
		});
		expect(en.consultations.consultations.map(({ price }) => price.amount)).toEqual([2, 6500]);
		expect(rows).toEqual([
			expect.stringMatching(
				/^info \| visit-2\.stripeProductId \| 3 prices match product prod_second: price \S+ is shown$/,
			),
			expect.stringMatching(/^info \| consultation-1\.stripeProductId \| 2 prices match product prod_visit/),
		]);
	});
});
