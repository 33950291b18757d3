import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type Field, type ListEntryName, listEntries } from "../../content/model.ts";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { pull } from "../../scripts/pull/pull.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { readTree } from "../readTree.ts";
import {
	assetLink,
	both,
	entryLink,
	ids,
	listFields,
	listIds,
	node,
	paragraph,
	plain,
	pullChanged,
	rowsOf,
	type TestContent,
	temporaryFolder,
	text,
	textNode,
} from "./content.ts";

const words = (value: string) => ({ type: "text", value });
const shown = (...content: unknown[]) => ({ blocks: [{ type: "paragraph", content }] });

test("a whole content leaves nothing to report, in files that hold what the pull gives", async () => {
	const { folder, snapshots, report, services } = await pullChanged(() => {});
	expect(report).toEqual([]);
	expect((await readdir(folder)).sort()).toEqual(["answers.json.gz", "en-US.json", "media", "report.json", "ru.json"]);
	const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8"));
	expect(await read("en-US.json")).toEqual(snapshots["en-US"]);
	expect(await read("ru.json")).toEqual(snapshots.ru);
	expect(await read("report.json")).toEqual([]);
	const answers = JSON.parse(String((await readTree(folder)).get("answers.json.gz")));
	const { url, requests } = services.entries;
	const headers = { Authorization: `Bearer ${services.variables.CONTENTFUL_DELIVERY_TOKEN}` };
	const asked = requests.find((line) => line.includes("/entries?"))?.replace("GET ", url) ?? "";
	expect(answers.entries).toEqual([await (await fetch(asked, { headers })).json()]);
	const lists = ["locales", "prices", "payment links"].map((name) => answers[name].length);
	expect(lists).toEqual([1, 1, 1]);
	const src = snapshots.ru.navigation.logo?.src ?? "";
	const files = [src.replace(".jpg", ".avif"), src];
	expect((await readdir(join(folder, "media"))).sort()).toEqual(files.map((file) => file.replace("/media/", "")));
	for (const file of files) expect((await sharp(join(folder, file)).metadata()).width).toBe(3);
});

test("the demo shows a row of each severity, and has nothing else to mend", async () => {
	const folder = await temporaryFolder();
	const { assets } = await readDemoSpace();
	const picture = { create: { width: 1, height: 1, channels: 3, background: "#fff" } } as const;
	for (const { fields } of assets) {
		await sharp(picture).png().toFile(join(folder, fields.file?.["en-US"].fileName));
	}
	const demo = await startDemo({ pictures: folder });
	const options = { log: () => {}, cache: join(folder, "cache") };
	const result = await pull(parseEnvironment(demo.environment), join(folder, "out"), options);
	await demo.close();
	expect(rowsOf(result).map((row) => row.split(" | ", 2).join(" "))).toEqual([
		"severe consultation-market-walk.stripeProductId",
		"warning dna-movement.description.ru",
		"info consultation-follow-up.stripeProductId",
	]);
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
