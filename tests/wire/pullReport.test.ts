import { readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { pricedLists } from "../../content/entryLists.ts";
import { pageEntryNames } from "../../content/model.ts";
import { startLoopback } from "../../demo/loopbackService.ts";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { isDrawing } from "../../scripts/pull/media/fileType.ts";
import { pull } from "../../scripts/pull/pull.ts";
import { withDemoServices } from "../../scripts/pull/withDemoServices.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { formatRows, pullChanged, pullFrom } from "./services.ts";
import {
	assetLink,
	both,
	createCompleteContent,
	entryLink,
	ids,
	listIds,
	node,
	paragraph,
	plain,
	text,
	textNode,
} from "./testContent.ts";

test("complete content has an empty report, and its files contain the result of the pull", async () => {
	// A blank value of an unknown field is not reported.
	const { folder, snapshots, report } = await pullChanged((content) =>
		content.set("about", "note", both(" ")),
	);
	expect(report).toEqual([]);
	const files = await readTree(folder);
	const own = [...files.keys()].filter((name) => !name.startsWith("media/"));
	expect(own).toEqual(["en-US.json", "report.json", "ru.json"]);
	const written = own.map((name) => JSON.parse(String(files.get(name))));
	expect(written).toEqual([snapshots["en-US"], [], snapshots.ru]);
	const src = snapshots.ru.navigation.logo?.src ?? "";
	for (const file of [src.replace(".jpg", ".avif"), src]) {
		expect((await sharp(join(folder, file)).metadata()).width).toBe(3);
	}
});

test("the demo's report has the intended rows of each severity only", async () => {
	const { assets } = await readDemoSpace();
	const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#fff" } })
		.png()
		.toBuffer();
	const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
	const pictures = assets.flatMap(({ fields }) => fields.file?.["en-US"] ?? []);
	const files = Object.fromEntries(
		pictures.map((file) => [file.fileName, isDrawing(file) ? drawing : dot]),
	);
	const demo = await startDemo({ pictures: await makeFolder({ files }) });
	const options = { log: () => {}, cacheFolder: await makeFolder() };
	const result = await pull(parseEnvironment(demo.environment), await makeFolder(), options);
	await demo.close();
	expect(formatRows(result).map((row) => row.split(" | ", 2).join(" "))).toEqual([
		"severe consultation-market-walk.stripeProductId",
		"warning dna-movement.description.ru",
		"info consultation-follow-up.stripeProductId",
	]);
});

const authorise =
	"check the key, and the addresses under Settings, Security, Authorised IPs in Brevo";
test.each<[number, string, string[]]>([
	[200, "", []],
	[401, "unauthorized", [`Brevo answers 401 (unauthorized): ${authorise}`]],
	[
		404,
		"document_not_found",
		["Brevo answers 404 (document_not_found): check the numbers of the list and the templates"],
	],
	[503, "", []],
])(
	"Brevo's answer %i (%s) to the build is reported, unless it passes",
	async (status, code, problems) => {
		const brevo = await startLoopback({}, ({ url }) => {
			const isOwn = status === 401 || url === "/v3/smtp/templates/12";
			return {
				status: isOwn ? status : 200,
				headers: {},
				body: JSON.stringify({ code, message: "" }),
			};
		});
		onTestFinished(() => brevo.close());
		const { report } = await pullFrom(createCompleteContent(), {
			environment: {
				BREVO_API_KEY: "k",
				BREVO_LIST_ID: "7",
				BREVO_TEMPLATE_ID_EN: "11",
				BREVO_TEMPLATE_ID_RU: "12",
				BREVO_API_URL: brevo.url,
			},
		});
		const rows = report.filter(({ entry }) => entry === "BREVO_API_KEY");
		expect(rows.map(({ severity, problem }) => `${severity}: ${problem}`)).toEqual(
			problems.map((problem) => `warning: ${problem}`),
		);
		expect(brevo.requests.toSorted()).toEqual([
			"GET /v3/contacts/lists/7",
			"GET /v3/smtp/templates/11",
			"GET /v3/smtp/templates/12",
		]);
	},
);

test("the demo ignores the entry ids that are set for a space", async () => {
	const environment = parseEnvironment({
		CONTENTFUL_ENTRY_IDS: '{"home":"5KsDBWseXY6QegucYAoacS"}',
	});
	const { entryIds, demo } = await withDemoServices(environment, async (reachable) => reachable);
	expect(demo).toBe(true);
	expect(entryIds).toEqual(Object.fromEntries(pageEntryNames.map((name) => [name, name])));
});

test("a Russian text that is missing, empty or invisible is replaced by the English one, marked and reported", async () => {
	const link = node("hyperlink", [textNode(" ")], { uri: "/" });
	const embedded = node("embedded-entry-block", [], { target: entryLink(listIds.review) });
	const { ru, rows } = await pullChanged((content) => {
		content.set("home", "heroTitle", { "en-US": "One", ru: " \n " });
		content.set("home", "heroAidList", { "en-US": ["one"], ru: ["", " "] });
		content.set("home", "heroDescription", { "en-US": "One", ru: paragraph(link) });
		content.set("about", "subtitle", { "en-US": "One", ru: node("document", [embedded]) });
		content.set("home", "heroTitleAccent", both(""));
		content.set("home", "heroAidListTitle", text("A Russian text"));
		content.set(listIds.package, "duration", plain("3 months"));
	});
	const formatted = {
		lang: "en",
		blocks: [{ type: "paragraph", content: [{ type: "text", value: "One" }] }],
	};
	expect(ru.home.heroTitle).toEqual({ value: "One", lang: "en" });
	expect(ru.home.heroAidList).toEqual([{ value: "one", lang: "en" }]);
	expect(ru.home.heroDescription).toEqual(formatted);
	expect(ru.about.subtitle).toEqual(formatted);
	expect(ru.home.heroTitleAccent).toBeUndefined();
	expect(ru.packages.packages[0]?.duration).toEqual({ value: "3 months", lang: "en" });
	const ofHome = ["heroTitle", "heroDescription", "heroAidList"].map(
		(field) => `${ids.home}.${field}`,
	);
	const places = [...ofHome, `${ids.about}.subtitle`, "package-1.duration"];
	const found = "there is no Russian text: the English text is shown";
	expect(rows.filter((row) => row.endsWith(found))).toEqual(
		places.map((place) => `warning | ${place}.ru | ${found}`),
	);
});

test("an entry without any Russian text is reported in one row, and otherwise each missing text in a row of its own", async () => {
	const { rows } = await pullChanged((content) => {
		for (const values of Object.values(content.item("navigation").fields)) delete values.ru;
		for (const field of ["contactButton", "buyButton"])
			content.set("appShell", field, plain("Tax included"));
		content.set(listIds.commitment, "label", plain("We listen"));
	});
	const places = [
		`${ids.appShell}.contactButton`,
		`${ids.appShell}.buyButton`,
		"commitment-1.label",
	];
	expect(rows.toSorted()).toEqual(
		[
			`warning | ${ids.navigation}.ru | the entry has no Russian texts: the English texts are shown`,
			...places.map(
				(place) => `warning | ${place}.ru | there is no Russian text: the English text is shown`,
			),
		].toSorted(),
	);
});

test("values that are not translated, and links outside a list, are shown in both languages without a row", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		const pasted = {
			"en-US": " mailto:clinic@example.org?subject=Hello ",
			ru: "<clinic@example.org>,",
		};
		content.set("appShell", "contactEmail", pasted);
		content.set("home", "heroAidList", both("one\n\n two \r\nthree\u2028four\n"));
		content.set(listIds.review, "age", plain(" about 40 "));
		content.set("home", "reviews", plain(entryLink(listIds.review)));
		content.set("about", "certificates", plain(assetLink("logo-1")));
		content.set(listIds.dnaTest, "price", plain("199\u200b with kit\u202e"));
		content.set(listIds.consultation, "stripePaymentLink", plain("https://buy.stripe.com/visit"));
		content.set(listIds.package, "duration", plain(3));
		content.item("logo-1").fields.title = plain("Clinic");
	});
	for (const { appShell, home } of [en, ru]) {
		expect(appShell.contactEmail).toBe("clinic@example.org");
		expect(home.heroAidList.map(({ value }) => value)).toEqual(["one", "two", "three", "four"]);
	}
	expect(ru.home.reviews[0]?.age).toEqual({ value: "about 40" });
	expect(ru.functionalTests.dnaTests[0]).toMatchObject({
		brandName: { value: "Helix" },
		price: { value: "199 with kit" },
		url: "https://dna.example/",
	});
	expect(ru.consultations.consultations[0]?.stripePaymentLink).toBe(
		"https://buy.stripe.com/visit?client_reference_id=ru-consultations",
	);
	expect(ru.packages.packages[0]?.duration).toBe(3);
	// The logo's title is English, so `lang` must mark the title on Russian pages.
	expect(ru.navigation.logo?.title).toEqual({ value: "Clinic", lang: "en" });
	expect(en.about.certificates).toHaveLength(1);
	expect(rows).toEqual([]);
});

test("an address entered in Russian only is missing on English pages, which one row reports", async () => {
	const address = "https://wa.me/447700900123";
	const { en, ru, rows } = await pullChanged((content) =>
		content.set("appShell", "whatsappUrl", { ru: address }),
	);
	expect(en.appShell.whatsappUrl).toBeUndefined();
	expect(ru.appShell.whatsappUrl).toBe(address);
	expect(rows).toEqual([
		`warning | ${ids.appShell}.whatsappUrl.en-US | the field has a value in Russian only: English pages do without it`,
	]);
});

test("payment links and pictures may differ by language, and an empty Russian list is replaced by the English one", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		content.set(listIds.consultation, "stripePaymentLink", {
			"en-US": "https://buy.stripe.com/en?locale=en",
			ru: "https://buy.stripe.com/ru?locale=ru",
		});
		content.set("navigation", "logo", { "en-US": assetLink("logo-1"), ru: assetLink("logo-ru") });
		content.addAsset("logo-ru");
		content.set("home", "reviews", { "en-US": [entryLink(listIds.review)], ru: [] });
	});
	expect(en.consultations.consultations[0]?.stripePaymentLink).toBe(
		"https://buy.stripe.com/en?locale=en&client_reference_id=en-consultations",
	);
	expect(ru.consultations.consultations[0]?.stripePaymentLink).toBe(
		"https://buy.stripe.com/ru?locale=ru&client_reference_id=ru-consultations",
	);
	expect(en.navigation.logo?.title.value).toBe("Title of logo-1");
	expect(ru.navigation.logo?.title.value).toBe("Title of logo-ru (ru)");
	expect([en, ru].map(({ home }) => home.reviews.length)).toEqual([1, 1]);
	expect(rows).toEqual([]);
});

test("a pull that fetches and encodes pictures removes unused ones from both caches", async () => {
	const cacheFolder = await makeFolder({
		files: { "originals/unused/file": "", "media/unused/file": "" },
	});
	for (const cache of ["originals", "media"])
		await utimes(join(cacheFolder, cache, "unused"), new Date(0), new Date(0));
	await pullChanged(() => {}, { cacheFolder });
	for (const cache of ["originals", "media"]) {
		const names = await readdir(join(cacheFolder, cache));
		expect(names.length, cache).toBeGreaterThan(0);
		expect(names, cache).not.toContain("unused");
	}
});

test("an entry that a list contains twice is shown once", async () => {
	const { en } = await pullChanged((content) => {
		content.set("home", "reviews", plain([listIds.review, listIds.review].map(entryLink)));
	});
	expect(en.home.reviews.map(({ id }) => id)).toEqual([listIds.review]);
});

test("a list entry without content or in Russian only is dropped and reported once", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		content.addAsset("leaflet", "leaflet.pdf");
		content.set(listIds.commitment, "label", both(" "));
		content.add("pictured", { cover: plain(assetLink("leaflet")) });
		content.add("russian", { label: { ru: "Мы слушаем" } });
		content.set(
			"home",
			"commitments",
			plain([listIds.commitment, "pictured", "russian"].map(entryLink)),
		);
	});
	for (const { home } of [en, ru]) expect(home.commitments).toEqual([]);
	const blank = "all fields of the entry are empty: the entry is not shown";
	expect(rows.filter((row) => row.includes(blank))).toEqual(
		["commitment-1", "pictured"].map((id) => `warning | ${id}.en-US | ${blank}`),
	);
});

const guide = await readFile("docs/owner.md", "utf8");

test("each missing statement that UK sites must make causes one reminder, which does not stop the build", async () => {
	const duties = [
		["newsletter", "privacyPolicyUrl", "the newsletter form has no link to a privacy policy"],
		["appShell", "legalName", "no company or person is named as running the practice"],
		["appShell", "postalAddress", "there is no postal address"],
		["appShell", "legal", "no text says whether prices include tax"],
		["appShell", "legal", "no text mentions cancellation"],
		["home", "reviewsNote", "no text says how the reviews were gathered"],
	] as const;
	const { report } = await pullChanged((content) => {
		for (const [entry, field] of duties) content.unset(entry, field);
		content.set("appShell", "buyButton", text("Syntax of taxonomy"));
		content.set("appShell", "paymentNote", text("We review our work"));
	});
	const told = { severity: "info", locale: "en-US" };
	const rows = duties.map(([entry, field, problem]) => ({
		...told,
		entry: ids[entry],
		field,
		problem,
	}));
	expect(report).toMatchObject(rows);
	// A table in docs/owner.md must explain each problem that the report names.
	for (const { problem } of rows) expect(guide).toContain(`| ${problem} |`);
});

test("a site without prices and reviews causes no reminder of tax, cancellation or the origin of reviews", async () => {
	const { rows } = await pullChanged((content) => {
		content.set("appShell", "buyButton", text("Buy"));
		content.unset("appShell", "paymentNote");
		content.unset("home", "reviews");
		for (const { page, field } of pricedLists) content.unset(page, field);
	});
	expect(rows.join("\n")).not.toMatch(/no text (says|mentions)/);
});

test.each([
	["All prices include taxes.", "Refunds within 14 days.", "Testimonials are verified by us."],
	["НДС не облагается.", "Возврат в течение 14 дней.", "Отзывы присылают клиенты."],
])(
	"texts about tax, cancellation and the origin of reviews prevent the reminders: %s %s %s",
	async (tax, cancellation, origin) => {
		const { rows } = await pullChanged((content) => {
			content.set("appShell", "buyButton", text("Buy"));
			content.unset("appShell", "paymentNote");
			content.set("packages", "helpText", both(tax));
			content.set("consultations", "description", both(cancellation));
			content.set("home", "heroDescription", both(origin));
		});
		expect(rows).toEqual([]);
	},
);
