import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type Field, type ListEntryName, listEntries, pageEntries } from "../../content/model.ts";
import type { RichText } from "../../content/snapshot.ts";
import {
	assetLink,
	both,
	entryLink,
	ids,
	listFields,
	listIds,
	month,
	node,
	paragraph,
	plain,
	pullChanged,
	type TestContent,
	text,
	textNode,
} from "./content.ts";

type ChargeArguments = Parameters<TestContent["charge"]> extends [string, ...infer Rest] ? Rest : never;

const words = (value: string) => ({ type: "text", value });
const shown = (...content: unknown[]) => ({ blocks: [{ type: "paragraph", content }] });

test("a whole content leaves nothing to report, in files that hold what the pull gives", async () => {
	const { folder, snapshots, report } = await pullChanged(() => {});
	expect(report).toEqual([]);
	expect((await readdir(folder)).sort()).toEqual(["en-US.json", "media", "report.json", "ru.json"]);
	const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8"));
	expect(await read("en-US.json")).toEqual(snapshots["en-US"]);
	expect(await read("ru.json")).toEqual(snapshots.ru);
	expect(await read("report.json")).toEqual([]);
	const src = snapshots.ru.navigation.logo?.src ?? "";
	const files = [src.replace(".jpg", ".avif"), src];
	expect((await readdir(join(folder, "media"))).sort()).toEqual(files.map((file) => file.replace("/media/", "")));
	for (const file of files) expect((await sharp(join(folder, file)).metadata()).width).toBe(3);
});

test("the rows are written down whole", async () => {
	const { folder } = await pullChanged((content) => content.set("home", "heroTitle", plain("Hero")));
	expect(JSON.parse(await readFile(join(folder, "report.json"), "utf8"))).toEqual([
		{
			severity: "warning",
			entry: ids.home,
			field: "heroTitle",
			locale: "ru",
			problem: "there is no Russian text",
			instead: "the English text is shown",
			url: `https://app.contentful.com/spaces/q7wirespace/environments/master/entries/${ids.home}`,
		},
	]);
});

test("two pulls of the same content give the same bytes", async () => {
	const [first, second] = [await pullChanged(() => {}), await pullChanged(() => {})];
	for (const file of ["en-US.json", "ru.json", "report.json"]) {
		expect(await readFile(join(first.folder, file))).toEqual(await readFile(join(second.folder, file)));
	}
});

describe("a missing Russian text", () => {
	test.each([null, "en-US"])(
		"is English, marked and reported, if the space's own fallback is %s",
		async (fallbackCode) => {
			const { ru, en, rows } = await pullChanged((content) => {
				for (const locale of content.space.locales) if (locale.code === "ru") locale.fallbackCode = fallbackCode;
				content.set("home", "heroTitle", plain("Hero"));
				content.set("home", "heroDescription", plain("Text"));
				content.set("home", "heroAidList", plain(["one", "two"]));
				content.set(listIds.package, "duration", plain("3 months"));
			});
			expect(en.home.heroTitle).toEqual({ value: "Hero" });
			expect(ru.home.heroTitle).toEqual({ value: "Hero", lang: "en" });
			expect(ru.home.heroDescription).toEqual({ lang: "en", ...shown(words("Text")) });
			expect(ru.home.heroAidList).toEqual([
				{ value: "one", lang: "en" },
				{ value: "two", lang: "en" },
			]);
			expect(ru.packages.packages[0]?.duration).toEqual({ value: "3 months", lang: "en" });
			const found = "there is no Russian text: the English text is shown";
			expect(rows).toEqual([
				`warning | ${ids.home}.heroTitle.ru | ${found}`,
				`warning | ${ids.home}.heroDescription.ru | ${found}`,
				`warning | ${ids.home}.heroAidList.ru | ${found}`,
				`warning | package-1.duration.ru | ${found}`,
			]);
		},
	);

	test.each([
		["an empty text", " \n "],
		["an empty list", ["", " "]],
		["Rich Text without words", paragraph(textNode(""))],
		["Rich Text with an empty link", paragraph(node("hyperlink", [textNode(" ")], { uri: "/" }))],
	])("may also be %s", async (_, russian) => {
		const field = Array.isArray(russian)
			? "heroAidList"
			: typeof russian === "string"
				? "heroTitle"
				: "heroDescription";
		const english = Array.isArray(russian) ? ["one"] : "One";
		const { ru, rows } = await pullChanged((content) => content.set("home", field, { "en-US": english, ru: russian }));
		expect(JSON.stringify(ru.home[field])).toMatch(/one/i);
		expect(rows).toEqual([expect.stringContaining("there is no Russian text")]);
	});

	test("may also be Rich Text of which nothing can be shown", async () => {
		const target = entryLink(listIds.review);
		const russian = node("document", [node("embedded-entry-block", [], { target })]);
		const { ru } = await pullChanged((content) =>
			content.set("home", "heroDescription", { "en-US": "One", ru: russian }),
		);
		expect(ru.home.heroDescription).toEqual({ lang: "en", ...shown(words("One")) });
	});

	test("of a field without an English one is nothing to report", async () => {
		const { rows, ru } = await pullChanged((content) => content.set("home", "heroTitleAccent", both("")));
		expect(rows).toEqual([]);
		expect(ru.home.heroTitleAccent).toBeUndefined();
	});
});

test("other values take the English one in silence, unmarked", async () => {
	const { ru, rows } = await pullChanged((content) => {
		content.set(listIds.review, "age", plain("about 40"));
		content.set(listIds.dnaTest, "price", plain("199 with kit"));
		content.set(listIds.package, "duration", plain(3));
		content.item("logo-1").fields.title = plain("Clinic");
	});
	expect(ru.appShell.contactEmail).toBe("clinic@example.org");
	expect(ru.home.reviews[0]?.age).toEqual({ value: "about 40" });
	expect(ru.functionalTests.dnaTests[0]).toMatchObject({
		brandName: { value: "Helix" },
		price: { value: "199 with kit" },
		url: "https://dna.example/",
	});
	expect(ru.consultations.consultations[0]?.stripePaymentLink).toBe("https://buy.stripe.com/visit");
	expect(ru.packages.packages[0]?.duration).toBe(3);
	// What a screen reader says must be said in the right language.
	expect(ru.navigation.logo?.title).toEqual({ value: "Clinic", lang: "en" });
	expect(rows).toEqual([]);
});

test("payment links, pictures and lists may differ by language", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		content.set(listIds.consultation, "stripePaymentLink", {
			"en-US": "https://buy.stripe.com/en?locale=en",
			ru: "https://buy.stripe.com/ru?locale=ru",
		});
		content.addAsset("leaflet", { fileName: "leaflet.pdf", contentType: "application/pdf" });
		content.set("navigation", "logo", { "en-US": assetLink("logo-1"), ru: assetLink("logo-ru") });
		content.addAsset("logo-ru");
		content.set("home", "reviews", { "en-US": [entryLink(listIds.review)], ru: [] });
		content.set("home", "commitments", { "en-US": [], ru: [entryLink(listIds.commitment)] });
	});
	expect(en.consultations.consultations[0]?.stripePaymentLink).toBe("https://buy.stripe.com/en?locale=en");
	expect(ru.consultations.consultations[0]?.stripePaymentLink).toBe("https://buy.stripe.com/ru?locale=ru");
	expect(en.navigation.logo?.title.value).toBe("Title of logo-1");
	expect(ru.navigation.logo?.title.value).toBe("Title of logo-ru (ru)");
	expect([en.home.commitments.length, ru.home.commitments.length]).toEqual([0, 1]);
	expect(rows).toEqual([]);
});

describe("a list entry", () => {
	const two = (content: TestContent) => {
		content.add("review-2", { name: text("Bob"), review: text("Fine") });
		content.set("home", "reviews", plain([entryLink("review-2"), entryLink("review-1")]));
	};

	test("keeps its place in the list, and is shown once", async () => {
		const { ru } = await pullChanged((content) => {
			two(content);
			content.item("home").fields.reviews?.["en-US"].push(entryLink("review-2"));
		});
		expect(ru.home.reviews.map(({ id }) => id)).toEqual(["review-2", "review-1"]);
	});

	const required = Object.entries(listEntries).flatMap(([name, { fields }]) =>
		Object.entries(fields as Record<string, Field>)
			.filter(([, field]) => field.required)
			.map(([field]) => [name as ListEntryName, field] as const),
	);
	test.each(required)("%s without its %s is dropped and reported, others stay", async (name, field) => {
		const [page, list] = listFields[name];
		const { snapshots, rows } = await pullChanged((content) => {
			content.space.entries.push(structuredClone(content.item(listIds[name])));
			content.item(listIds[name]).sys.id = "lacking";
			content.set(page, list, plain([entryLink("lacking"), entryLink(listIds[name])]));
			content.unset("lacking", field);
		});
		for (const snapshot of Object.values(snapshots)) {
			const entries = (snapshot[page] as Record<string, unknown>)[list] as { id: string }[];
			expect(entries.map(({ id }) => id)).toEqual([listIds[name]]);
		}
		expect(rows).toEqual([`severe | lacking.${field}.en-US | it is required and missing: the entry is not shown`]);
	});

	test.each([
		["nothing at all", { label: both(" ") }],
		["a text without words", { label: {}, description: both(paragraph(textNode(""))) }],
		["a picture that is not there", { label: {}, cover: plain(assetLink("gone")) }],
		["a picture that is none", { label: {}, cover: plain(assetLink("leaflet")) }],
	])("that holds %s is dropped and reported once", async (_, fields) => {
		const { en, ru, rows } = await pullChanged((content) => {
			content.addAsset("leaflet", { fileName: "leaflet.pdf", contentType: "application/pdf" });
			for (const [field, values] of Object.entries(fields)) content.set(listIds.commitment, field, values);
		});
		for (const { home } of [en, ru]) expect(home.commitments).toEqual([]);
		const blank = "warning | commitment-1.en-US | nothing of the entry is filled in: it is not shown";
		expect(rows.filter((row) => row === blank)).toEqual([blank]);
		expect(rows.length).toBe("cover" in fields ? 2 : 1);
	});

	test("that holds something in Russian alone is dropped and reported in English", async () => {
		const { en, ru, rows } = await pullChanged((content) =>
			content.set(listIds.commitment, "label", { ru: "Мы слушаем" }),
		);
		expect([en.home.commitments.length, ru.home.commitments.length]).toEqual([0, 1]);
		expect(rows).toEqual(["warning | commitment-1.en-US | nothing of the entry is filled in: it is not shown"]);
	});

	test("needs nothing else: what is empty leaves no trace", async () => {
		const { en, rows } = await pullChanged((content) => {
			content.unset(listIds.dnaTest, "url");
			content.unset(listIds.dnaTest, "price");
		});
		const updatedAt = "2026-01-02T03:04:05.000Z";
		expect(en.functionalTests.dnaTests).toEqual([{ id: "dnaTest-1", updatedAt, brandName: { value: "Helix" } }]);
		expect(rows).toEqual([]);
	});
});

describe("pages on which something is for sale", () => {
	const shops = [
		["consultations", "consultation", "stripePaymentLink"],
		["packages", "package", "stripeOneTimePaymentLink"],
		["programmes", "programme", "stripeOneTimePaymentLink"],
	] as const;

	test.each(shops)("the %s page without any is reported, the others are not", async (page, name) => {
		const row = `${ids[page]}.${page}.en-US | the list holds no ${name} that can be shown: no ${name} is shown`;
		const absent = await pullChanged((content) => content.unset(page, page));
		expect(absent.rows).toEqual([`severe | ${row}`]);
		expect(Object.values(absent.snapshots).map((snapshot) => Object.entries(snapshot[page]))).toEqual([
			expect.arrayContaining([[page, []]]),
			expect.arrayContaining([[page, []]]),
		]);
		const lost = await pullChanged((content) => content.unpublish(listIds[name]));
		expect(lost.rows[0]).toBe(`severe | ${row}`);
		expect(lost.rows.length).toBe(2);
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

	test.each(shops)("of the %s page an item without payment link is reported", async (page, name, link) => {
		const { snapshots, rows } = await pullChanged((content) => content.unset(listIds[name], link));
		for (const snapshot of Object.values(snapshots)) {
			expect(JSON.stringify(snapshot[page])).toContain(`"id":"${listIds[name]}"`);
		}
		expect(rows).toEqual([`severe | ${listIds[name]}.${link}.en-US | ${noLink}`]);
	});

	test("an item that has its payment link in Russian alone lacks it in English", async () => {
		const link = { ru: "https://buy.stripe.com/ru" };
		const { en, rows } = await pullChanged((content) =>
			content.set(listIds.programme, "stripeOneTimePaymentLink", link),
		);
		expect(en.programmes.programmes[0]).not.toHaveProperty("stripeOneTimePaymentLink");
		expect(rows).toEqual([`severe | programme-1.stripeOneTimePaymentLink.en-US | ${noLink}`]);
	});

	test("an item that is not shown needs no payment link", async () => {
		const { rows } = await pullChanged((content) => {
			content.add("visit-2", { title: text("Second visit"), stripeProductId: plain("prod_none") });
			content.item("consultations").fields.consultations?.["en-US"].push(entryLink("visit-2"));
		});
		expect(rows.map((row) => row.split(" | ")[1])).toEqual(["visit-2.stripeProductId"]);
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

test("fields of the ten entries that hold something and are not known are told, once for both languages", async () => {
	const { rows } = await pullChanged((content) => {
		content.set("consultations", "consultationsList", plain([entryLink(listIds.consultation)]));
		content.set("home", "heroTitel", text("Hero"));
		content.set("about", "toString", plain("x"));
		content.set("about", "note", both(" "));
	});
	const unknown = "the site does not know this field: it is not shown";
	expect(rows).toEqual([
		`info | ${ids.home}.heroTitel | ${unknown}`,
		`info | ${ids.about}.toString | ${unknown}`,
		`info | ${ids.consultations}.consultationsList | ${unknown}`,
	]);
});

test("lists of what is not for sale, pictures and texts that are not required may all be empty", async () => {
	const { en, rows } = await pullChanged((content) => {
		for (const [page, list] of Object.values(listFields))
			if (page === "home" || page === "functionalTests") content.unset(page, list);
		content.unset("navigation", "logo");
		content.unset("approach", "approach");
	});
	expect(en.home).toMatchObject({ reviews: [], commitments: [], socialMedia: [], heroImages: [], heroAidList: [] });
	expect(en.navigation).not.toHaveProperty("logo");
	expect(rows).toEqual([]);
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

	test("that charges an instalment every month is right", async () => {
		const { en, rows } = await charging(monthly, [{ amount: 17500, recurring: month }]);
		expect(en.packages.packages[0]?.stripeMonthlyPaymentLink).toBe(monthly);
		expect(rows).toEqual([]);
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
	/** A second consultation, so that the page keeps one. */
	const another = (content: TestContent, ...prices: Parameters<TestContent["sell"]>[]) => {
		content.add("visit-2", {
			title: text("Second visit"),
			stripeProductId: plain("prod_second"),
			stripePaymentLink: plain("https://buy.stripe.com/second"),
		});
		content.set("consultations", "consultations", plain([entryLink("visit-2"), entryLink(listIds.consultation)]));
		for (const price of prices) content.sell(...price);
	};

	test("follow the content's order, not Stripe's", async () => {
		const { en } = await pullChanged((content) => another(content, ["prod_second", 200, { created: 1 }]));
		expect(en.consultations.consultations.map(({ id, price }) => [id, price.amount])).toEqual([
			["visit-2", 200],
			["consultation-1", 6500],
		]);
	});

	test("of several, pounds come first, then the default price, then the newest; and it is reported", async () => {
		const { en, rows } = await pullChanged((content) => {
			another(content);
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

describe("pictures", () => {
	/** Rich Text of a picture and a paragraph. */
	const textBelow = (id: string) =>
		node("document", [
			node("embedded-asset-block", [], { target: assetLink(id) }),
			node("paragraph", [textNode("Text")]),
		]);

	test.each([null, { size: 4, image: {} }, { size: 4, image: { width: null, height: 2 } }])(
		"whose sizes Contentful does not know are shown: %j",
		async (details) => {
			const { en, rows } = await pullChanged((content) => {
				content.addAsset("vector");
				Object.assign(content.item("vector").fields.file?.["en-US"], { details });
				content.set("about", "cover", plain(assetLink("vector")));
			});
			expect(en.about.cover).toMatchObject({ title: { value: "Title of vector" } });
			expect(rows).toEqual([]);
		},
	);

	test("may be a single one where a list is expected", async () => {
		const { en, rows } = await pullChanged((content) => content.set("home", "heroImages", plain(assetLink("logo-1"))));
		expect(en.home.heroImages.map(({ title }) => title.value)).toEqual(["Title of logo-1"]);
		expect(rows).toEqual([]);
	});

	test("that cannot be decoded are left out everywhere, and so is what cannot do without", async () => {
		const { en, ru, rows, report, folder } = await pullChanged((content) => {
			content.addAsset("broken", { fileName: "broken.jpg", contentType: "image/jpeg" });
			content.set("about", "cover", plain(assetLink("broken")));
			content.set("about", "certificates", plain([assetLink("broken"), assetLink("logo-1")]));
			content.set(listIds.socialLink, "logo", plain(assetLink("broken")));
			content.set("approach", "approach", both(textBelow("broken")));
		});
		for (const { about, approach, home } of [en, ru]) {
			expect(about).not.toHaveProperty("cover");
			expect(about.certificates.length).toBe(1);
			expect(approach.approach).toEqual(shown(words("Text")));
			expect(home.socialMedia).toEqual([]);
		}
		expect(rows).toEqual([
			"severe | socialLink-1.logo.en-US | it is required and missing: the entry is not shown",
			"warning | broken.file | it cannot be decoded: it is left out",
		]);
		expect(report[1]?.url).toBe("https://app.contentful.com/spaces/q7wirespace/environments/master/assets/broken");
		// The logo's AVIF and JPEG.
		expect((await readdir(join(folder, "media"))).length).toBe(2);
	});

	test("that are something else than they say are told by their content", async () => {
		const { en, rows } = await pullChanged((content) => {
			content.addAsset("mislabelled", { contentType: "application/pdf" });
			content.set("about", "cover", plain(assetLink("mislabelled")));
			content.addAsset("page", { fileName: "page.pdf", contentType: "image/png" });
			content.set("approach", "banner", plain(assetLink("page")));
		});
		expect(en.about.cover).toMatchObject({ width: 3, height: 2, widths: [3] });
		expect(en.approach).not.toHaveProperty("banner");
		expect(rows).toEqual(["warning | page.file | it is no picture but something unknown: it is left out"]);
	});

	test("that are drawings are published as they are, where they can neither run nor call out", async () => {
		const { en, folder } = await pullChanged((content) => {
			content.addAsset("drawing", { fileName: "hostile.svg", contentType: "image/svg+xml" });
			content.set("about", "cover", plain(assetLink("drawing")));
			const link = node("asset-hyperlink", [textNode("see")], { target: assetLink("drawing") });
			content.set("about", "about", both(paragraph(link)));
		});
		const { src = "", ...rest } = en.about.cover ?? {};
		expect(src).toMatch(/^\/media\/drawings\/[0-9a-f]{16}\.svg$/);
		expect(rest).toEqual({
			title: { value: "Title of drawing" },
			width: 40,
			height: 20,
			inline: expect.stringMatching(/^data:image\/svg\+xml,/),
			updatedAt: "2026-01-02T03:04:05.000Z",
		});
		expect(await readFile(join(folder, src), "utf8")).toContain("<script>alert(1)</script>");
		expect(JSON.stringify(en.about.about)).toContain(JSON.stringify(src));
	});
});

describe("texts", () => {
	const formatted = [...Object.entries(pageEntries), ...Object.entries(listEntries)].flatMap(([name, { fields }]) =>
		Object.entries(fields as Record<string, Field>)
			.filter(([, { kind }]) => kind === "richText")
			.map(([field]) => [name, field] as const),
	);
	test("every description and the like takes Rich Text and plain text alike", async () => {
		const values = [both(paragraph(textNode("same"))), both("same")];
		const [rich, flat] = await Promise.all(
			values.map((value) =>
				pullChanged((content) => {
					for (const [name, field] of formatted) content.set(listIds[name as ListEntryName] ?? name, field, value);
				}),
			),
		);
		expect(rich?.snapshots).toEqual(flat?.snapshots);
		expect(JSON.stringify(flat?.en).split('"same"').length - 1).toBe(formatted.length);
		expect(formatted.map(([name, field]) => `${name}.${field}`)).toEqual(
			expect.arrayContaining([
				"home.heroDescription",
				"about.about",
				"faq.answer",
				"review.review",
				"packages.helpText",
				"newsletter.subtitle",
				"newsletter.consentText",
				"appShell.legal",
			]),
		);
		expect(rich?.rows).toEqual([]);
	});

	test("small print keeps its lines", async () => {
		const { en, rows } = await pullChanged((content) => {
			content.set("appShell", "legal", both("Clinic Ltd\nPier 4\n\nAll rights reserved"));
			content.set("newsletter", "consentText", both("I agree,\u2028and I know why"));
		});
		const lines = (first: string, second: string) => [words(first), { type: "break" }, words(second)];
		expect(en.appShell.legal?.blocks).toEqual([
			{ type: "paragraph", content: lines("Clinic Ltd", "Pier 4") },
			{ type: "paragraph", content: [words("All rights reserved")] },
		]);
		expect(en.newsletter.consentText).toEqual(shown(...lines("I agree,", "and I know why")));
		expect(rows).toEqual([]);
	});

	test("the checklist may be one text, an item a line", async () => {
		const { en, rows } = await pullChanged((content) =>
			content.set("home", "heroAidList", both("one\n\n two \r\nthree\u2028four\n")),
		);
		expect(en.home.heroAidList.map(({ value }) => value)).toEqual(["one", "two", "three", "four"]);
		expect(rows).toEqual([]);
	});

	const linkToAsset = (id: string) => node("asset-hyperlink", [textNode(id)], { target: assetLink(id) });
	const linkTo = (id: string) => node("entry-hyperlink", [textNode(id)], { target: entryLink(id) });
	const hrefs = (value: RichText | undefined) =>
		value?.blocks.flatMap((block) =>
			block.type === "paragraph"
				? block.content.map((inline) => (inline.type === "link" ? inline.href : inline.type === "text" && inline.value))
				: [],
		);

	test("links to entries lead to the page that shows them, in the same language", async () => {
		const targets = [ids.home, ids.functionalTests, ids.packages, ...Object.values(listIds), ids.newsletter];
		const { en, ru, rows } = await pullChanged((content) =>
			content.set("about", "about", both(paragraph(...targets.map(linkTo)))),
		);
		const paths = [
			"/",
			"/functional-tests",
			"/packages",
			"/#review-1",
			"/#commitment-1",
			"socialLink-1",
			"/functional-tests#faq-1",
			"/functional-tests#dnaTest-1",
			"/consultations#consultation-1",
			"/packages#package-1",
			"/programmes#programme-1",
			ids.newsletter,
		];
		expect(hrefs(en.about.about)).toEqual(paths);
		const russian = paths.map((path) => path.replace(/^\/(#.*)?$/, "/ru$1").replace(/^\/(?!ru)/, "/ru/"));
		expect(hrefs(ru.about.about)).toEqual(russian);
		expect(rows).toEqual(
			["en-US", "ru"].flatMap((locale) =>
				["socialLink-1", ids.newsletter].map(
					(id) =>
						`warning | ${ids.about}.about.${locale} | the text links to entry "${id}", which no page shows: the text is shown without the link`,
				),
			),
		);
	});

	test("entries that link to each other in a circle do not hang the pull", async () => {
		const { en, rows } = await pullChanged((content) => {
			content.add("faq-2", { question: text("And?"), answer: both(paragraph(linkTo("faq-1"))) });
			content.set(listIds.faq, "answer", both(paragraph(linkTo("faq-2"), linkTo("faq-1"))));
			content.set("functionalTests", "faqOptions", plain([entryLink("faq-1"), entryLink("faq-2")]));
			content.set("functionalTests", "functionalTestsDescription", both(paragraph(linkTo(ids.functionalTests))));
		});
		expect(en.functionalTests.faqOptions.map(({ answer }) => hrefs(answer))).toEqual([
			["/functional-tests#faq-2", "/functional-tests#faq-1"],
			["/functional-tests#faq-1"],
		]);
		expect(rows).toEqual([]);
	});

	test("a list that holds its own page does not hang the pull", async () => {
		const { en, rows } = await pullChanged((content) =>
			content.item("home").fields.reviews?.["en-US"].push(entryLink(ids.home)),
		);
		expect(en.home.reviews.length).toBe(1);
		expect(rows).toContain(`severe | ${ids.home}.name.en-US | it is required and missing: the entry is not shown`);
	});

	test("links to assets lead to their file on the site, of any kind", async () => {
		const { en, folder } = await pullChanged((content) => {
			content.addAsset("leaflet", { fileName: "leaflet.pdf", contentType: "application/pdf" });
			content.set("about", "about", both(paragraph(linkToAsset("leaflet"), linkToAsset("gone"))));
		});
		const [href = "", lost] = hrefs(en.about.about) as string[];
		expect(href).toMatch(/^\/media\/[0-9a-f]{16}\.pdf$/);
		expect(await readFile(join(folder, href), "utf8")).toBe("%PDF-1.7");
		expect(lost).toBe("gone");
	});

	test("headings have the same ids in both languages, made from the entry's id", async () => {
		const { en, ru } = await pullChanged((content) => {
			const document = (word: string) => node("document", [node("heading-2", [textNode(word)])]);
			content.set("about", "about", { "en-US": document("Sleep"), ru: document("Сон") });
		});
		const [first] = en.about.about?.blocks ?? [];
		expect(first).toMatchObject({ type: "heading", id: `${ids.about}-about-1` });
		expect(ru.about.about?.blocks[0]).toMatchObject({ id: `${ids.about}-about-1` });
	});

	test("a text that looks like a reference of ours is a text", async () => {
		const { en } = await pullChanged((content) =>
			content.set("home", "heroTitle", both("asset:http://127.0.0.1:1/a.png")),
		);
		expect(en.home.heroTitle.value).toBe("asset:http://127.0.0.1:1/a.png");
	});
});
