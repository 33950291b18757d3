import { readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { isDrawing } from "../../scripts/pull/media/fileType.ts";
import { pull } from "../../scripts/pull/pull.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { formatRows, pullChanged } from "./services.ts";
import {
	both,
	entryLink,
	ids,
	listIds,
	node,
	paragraph,
	plain,
	text,
	textNode,
} from "./testContent.ts";

test("complete content has an empty report, and files", async () => {
	const { folder, snapshots, report } = await pullChanged(() => {});
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

test("the demo's report has one row of each severity", async () => {
	const { assets } = await readDemoSpace();
	const create = { width: 1, height: 1, channels: 3, background: "#fff" } as const;
	const dot = await sharp({ create }).png().toBuffer();
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

test.each<[number, string, string[]]>([
	[
		401,
		"unauthorized",
		[
			"warning | BREVO_API_KEY | Brevo answers 401 (unauthorized): check the key, and the addresses under Settings, Security, Authorised IPs in Brevo: visitors may not be able to subscribe",
		],
	],
	[503, "", []],
])("Brevo's answer %i (%s) is reported, unless it passes", async (status, code, expected) => {
	const body = JSON.stringify({ code, message: "" });
	const brevo = await startLoopback({}, () => ({ status, headers: {}, body }));
	onTestFinished(() => brevo.close());
	const { rows } = await pullChanged(() => {}, {
		environment: {
			BREVO_API_KEY: "k",
			BREVO_LIST_ID: "7",
			BREVO_TEMPLATE_ID_EN: "11",
			BREVO_TEMPLATE_ID_RU: "12",
			BREVO_API_URL: brevo.url,
		},
	});
	expect(rows).toEqual(expected);
	expect(brevo.requests.toSorted()).toEqual([
		"GET /v3/contacts/lists/7",
		"GET /v3/smtp/templates/11",
		"GET /v3/smtp/templates/12",
	]);
});

test("a Russian text that is missing or empty is English, marked and reported", async () => {
	const link = node("hyperlink", [textNode(" ")], { uri: "/" });
	const { ru, rows } = await pullChanged((content) => {
		content.set("home", "heroTitle", { "en-US": "One", ru: " \n " });
		content.set("home", "heroAidList", { "en-US": ["one"], ru: ["", " "] });
		content.set("home", "heroDescription", { "en-US": "One", ru: paragraph(link) });
		content.set("home", "heroAidListTitle", text("A Russian text"));
		content.set(listIds.package, "duration", plain("3 months"));
	});
	expect(ru.home).toMatchObject({
		heroTitle: { value: "One", lang: "en" },
		heroAidList: [{ value: "one", lang: "en" }],
		heroDescription: { lang: "en" },
	});
	expect(ru.packages.packages[0]?.duration).toEqual({ value: "3 months", lang: "en" });
	const fields = ["heroTitle", "heroDescription", "heroAidList"];
	const places = [...fields.map((field) => `${ids.home}.${field}`), "package-1.duration"];
	expect(rows).toEqual(
		places.map(
			(place) => `warning | ${place}.ru | there is no Russian text: the English text is shown`,
		),
	);
});

test("an entry without any Russian text has one row", async () => {
	const { rows } = await pullChanged((content) => {
		for (const values of Object.values(content.item("navigation").fields)) delete values.ru;
	});
	expect(rows).toEqual([
		`warning | ${ids.navigation}.ru | the entry has no Russian texts: the English texts are shown`,
	]);
});

test("values that need no translation have no row", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		const pasted = {
			"en-US": " mailto:clinic@example.org?subject=Hello ",
			ru: "<clinic@example.org>,",
		};
		content.set("appShell", "contactEmail", pasted);
		content.set("home", "heroAidList", both("one\n\n two \r\nthree\u2028four\n"));
		content.set(listIds.dnaTest, "price", plain("199\u200b with kit\u202e"));
		content.set(listIds.package, "duration", plain(3));
		content.item("logo-1").fields.title = plain("Clinic");
	});
	for (const { appShell, home } of [en, ru]) {
		expect(appShell.contactEmail).toBe("clinic@example.org");
		expect(home.heroAidList.map(({ value }) => value)).toEqual(["one", "two", "three", "four"]);
	}
	expect(ru.functionalTests.dnaTests[0]?.price).toEqual({ value: "199 with kit" });
	expect(ru.packages.packages[0]?.duration).toBe(3);
	// The logo's title is English, so `lang` must mark the title on Russian pages.
	expect(ru.navigation.logo?.title).toEqual({ value: "Clinic", lang: "en" });
	expect(rows).toEqual([]);
});

test("an address in Russian only is missing in English, with a row", async () => {
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

test("a pull removes unused pictures from both caches", async () => {
	const files = { "originals/unused/file": "", "media/unused/file": "" };
	const cacheFolder = await makeFolder({ files });
	for (const cache of ["originals", "media"])
		await utimes(join(cacheFolder, cache, "unused"), new Date(0), new Date(0));
	await pullChanged(() => {}, { cacheFolder });
	for (const cache of ["originals", "media"])
		expect(await readdir(join(cacheFolder, cache)), cache).toEqual([
			expect.not.stringMatching("unused"),
		]);
});

test("a list entry without English is dropped", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		content.add("russian", { label: { ru: "Мы слушаем" } });
		content.set("home", "commitments", plain([entryLink("russian")]));
	});
	for (const { home } of [en, ru]) expect(home.commitments).toEqual([]);
	expect(rows[0]).toContain('entry "russian" of the list is not published in English');
});

const guide = await readFile("docs/owner.md", "utf8");

test("each field that UK law expects is one reminder", async () => {
	const duties = [
		["newsletter", "privacyPolicyUrl", "the newsletter form has no link to a privacy policy"],
		["appShell", "legalName", "no company or person is named as running the practice"],
		["appShell", "postalAddress", "there is no postal address"],
	] as const;
	const { report } = await pullChanged((content) => {
		for (const [entry, field] of duties) content.unset(entry, field);
	});
	const told = { severity: "info", locale: "en-US" };
	const rows = duties.map(([entry, field, problem]) => ({
		...told,
		entry: ids[entry],
		field,
		problem,
	}));
	expect(report).toMatchObject(rows);
	expect(report).toHaveLength(duties.length);
	// A table in docs/owner.md must explain each problem that the report names.
	for (const { problem } of rows) expect(guide).toContain(`| ${problem} |`);
});
