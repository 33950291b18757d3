import { utimes } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { pullChanged } from "./services.ts";
import { both, node, paragraph, plain, text } from "./testContent.ts";

test("complete content has an empty report, and files", async () => {
	const { folder, snapshots, report } = await pullChanged(() => {});
	expect(report).toEqual([]);
	const files = await readTree(folder);
	const own = [...files].filter(([name]) => !name.startsWith("media/"));
	expect(own.map(([name, content]) => [name, JSON.parse(String(content))])).toEqual([
		["en-US.json", snapshots["en-US"]],
		["report.json", []],
		["ru.json", snapshots.ru],
	]);
	const src = snapshots.ru.navigation.logo?.src ?? "";
	for (const file of [src.replace(".jpg", ".avif"), src])
		expect((await sharp(join(folder, file)).metadata()).width).toBe(3);
});

test.each([
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

test("a missing Russian text is English, marked and reported", async () => {
	const emptyLink = node("hyperlink", [" "], { uri: "/" });
	const { ru, rows } = await pullChanged((content) => {
		content.set("home", "heroTitle", { "en-US": "One", ru: " \n " });
		content.set("home", "heroAidList", { "en-US": ["one"], ru: ["", " "] });
		content.set("home", "heroDescription", { "en-US": "One", ru: paragraph(emptyLink) });
		content.set("home", "heroAidListTitle", text("A Russian text"));
		content.set("package-1", "duration", plain("3 months"));
	});
	expect(ru.home).toMatchObject({
		heroTitle: { value: "One", lang: "en" },
		heroAidList: [{ value: "one", lang: "en" }],
		heroDescription: { lang: "en" },
	});
	expect(ru.packages.packages[0]?.duration).toEqual({ value: "3 months", lang: "en" });
	const places = ["homeOdd.heroTitle", "homeOdd.heroDescription", "homeOdd.heroAidList"];
	const problem = "there is no Russian text: the English text is shown";
	expect(rows).toEqual(
		[...places, "package-1.duration"].map((place) => `warning | ${place}.ru | ${problem}`),
	);
});

test("values that need no correction have no row", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		const english = " mailto:clinic@example.org?subject=Hello ";
		content.set("appShell", "contactEmail", { "en-US": english, ru: "<clinic@example.org>," });
		content.set("appShell", "whatsappUrl", plain(" https://wa.me/447700900123 "));
		content.set("appShell", "termsUrl", plain("http://CLINIC.example/About/#team"));
		content.set("appShell", "buyButton", text("Buy"));
		const note = "НДС не облагается. Возврат в течение 14 дней. Отзывы присылают клиенты.";
		content.set("appShell", "paymentNote", both(note));
		content.set("home", "heroAidList", both("one\n\n two \r\nthree\u2028four\n"));
		content.set("dnaTest-1", "price", plain("199\u200b with kit\u202e"));
		content.set("package-1", "duration", plain(3));
		content.set("logo-1", "title", plain("Clinic"));
	});
	for (const { appShell, home } of [en, ru]) {
		expect(appShell.contactEmail).toBe("clinic@example.org");
		expect(home.heroAidList.map(({ value }) => value)).toEqual(["one", "two", "three", "four"]);
	}
	expect(ru.appShell).toMatchObject({
		whatsappUrl: "https://wa.me/447700900123",
		termsUrl: "https://clinic.example/ru/about#team",
	});
	expect(ru.functionalTests.dnaTests[0]?.price).toEqual({ value: "199 with kit" });
	expect(ru.packages.packages[0]?.duration).toBe(3);
	// The logo's title is English, so `lang` must mark the title on Russian pages.
	expect(ru.navigation.logo?.title).toEqual({ value: "Clinic", lang: "en" });
	expect(rows).toEqual([]);
});

test("a pull removes unused pictures from both caches", async () => {
	const files = { "originals/unused/file": "", "media/unused/file": "" };
	const cacheFolder = await makeFolder({ files });
	for (const cache of ["originals", "media"])
		await utimes(join(cacheFolder, cache, "unused"), 0, 0);
	await pullChanged(() => {}, { cacheFolder });
	const kept = [...(await readTree(cacheFolder)).keys()];
	expect(kept.join()).not.toContain("unused");
});
