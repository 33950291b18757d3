import { utimes } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { pullChanged } from "./services.ts";
import { assetLink, both, node, paragraph, plain, text } from "./testContent.ts";

const brevoVariables = {
	BREVO_API_KEY: "k",
	BREVO_LIST_ID: "7",
	BREVO_TEMPLATE_ID_EN: "11",
	BREVO_TEMPLATE_ID_RU: "12",
};

test.each([
	[
		401,
		"unauthorized",
		[
			"warning | BREVO_API_KEY | Brevo answers 401 (unauthorized): check the key, and the addresses under Settings, Security, Authorised IPs in Brevo: visitors may not get mails",
		],
	],
	[503, "", []],
])("Brevo's answer %i (%s) is reported, unless it passes", async (status, code, expected) => {
	const body = JSON.stringify({ code, message: "" });
	const brevo = await startLoopback({}, () => ({ status, headers: {}, body }));
	onTestFinished(() => brevo.close());
	const environment = { ...brevoVariables, BREVO_API_URL: brevo.url };
	const { rows } = await pullChanged(() => {}, { environment });
	expect(rows).toEqual(expected);
	expect(brevo.requests.toSorted()).toEqual([
		"GET /v3/contacts/lists/7",
		"GET /v3/senders",
		"GET /v3/smtp/templates/11",
		"GET /v3/smtp/templates/12",
	]);
});

test.each([
	["Clinic@example.org", true, true, []],
	[
		"clinic@example.org",
		false,
		false,
		[
			"warning | BREVO_API_KEY | smtp/templates/11 is not active: visitors may not get mails",
			'warning | appShellOdd.contactEmail | "clinic@example.org" is no active sender in Brevo: the mails of the withdrawal form cannot be sent',
		],
	],
])(
	"the sender %s (%s) and a template (%s) are checked",
	async (email, active, isActive, expected) => {
		const brevo = await startLoopback({}, (_, { pathname }) => {
			const body = {
				senders: pathname.endsWith("/senders") ? [{ email, active }] : undefined,
				isActive: isActive || !pathname.endsWith("/11"),
			};
			return { status: 200, headers: {}, body: JSON.stringify(body) };
		});
		onTestFinished(() => brevo.close());
		const environment = { ...brevoVariables, BREVO_API_URL: brevo.url };
		const { rows } = await pullChanged(() => {}, { environment });
		expect(rows).toEqual(expected);
	},
);

test("a missing Russian text is English, marked and reported", async () => {
	const emptyLink = node("hyperlink", [" "], { uri: "/" });
	const { ru, rows } = await pullChanged((content) => {
		content.set("home", "heroTitle", { "en-US": "One", ru: " \n " });
		content.set("home", "heroAidList", { "en-US": ["one"], ru: ["", " "] });
		content.set("home", "heroDescription", { "en-US": "One", ru: paragraph(emptyLink) });
		content.set("home", "heroAidListTitle", text("A Russian text"));
	});
	expect(ru.home).toMatchObject({
		heroTitle: { value: "One", lang: "en" },
		heroAidList: [{ value: "one", lang: "en" }],
		heroDescription: { lang: "en" },
	});
	const fields = ["heroTitle", "heroDescription", "heroAidList"];
	const problem = "there is no Russian text: the English text is shown";
	expect(rows).toEqual(fields.map((field) => `warning | homeOdd.${field}.ru | ${problem}`));
});

test("values that need no correction have no row", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		const english = " mailto:clinic@example.org?subject=Hello ";
		content.set("appShell", "contactEmail", { "en-US": english, ru: "<clinic@example.org>," });
		content.set("appShell", "whatsappUrl", plain(" https://wa.me/447700900123 "));
		content.set("appShell", "termsUrl", plain("http://CLINIC.example/About/#team"));
		content.set("appShell", "buyButton", text("Buy"));
		content.set("consultation-1", "duration", plain(60));
		content.set("dnaTest-1", "price", plain("from 1500"));
		const note = "НДС не облагается. Возврат в течение 14 дней. Отзывы присылают клиенты.";
		content.set("appShell", "paymentNote", both(note));
		content.set("home", "heroAidList", both("one\n\n two \r\nthree\u2028four\n"));
	});
	for (const { appShell, home } of [en, ru]) {
		expect(appShell.contactEmail).toBe("clinic@example.org");
		expect(home.heroAidList.map(({ value }) => value)).toEqual(["one", "two", "three", "four"]);
	}
	expect(ru.consultations.consultations[0]?.duration).toEqual({ value: "60" });
	expect(ru.appShell).toMatchObject({
		whatsappUrl: "https://wa.me/447700900123",
		termsUrl: "https://clinic.example/ru/about#team",
	});
	expect(rows).toEqual([]);
});

test("a picture's focus counts in both languages, and for sharing", async () => {
	const descriptions = [
		[plain("focus: bottom"), "bottom"],
		[plain(" FOCUS:Center\nTwo women at a table"), "centre"],
		[{ "en-US": "Two women", ru: "focus: top left\u2028Две женщины" }, "top left"],
		[plain("Two women. focus: top"), undefined],
	] as const;
	// Red, with a lower third in blue.
	const [red, blue] = (["#f00", "#00f"] as const).map((background, index) => ({
		create: { width: 600, height: 900 / (index * 2 + 1), channels: 3 as const, background },
	}));
	const portrait = sharp(red).composite([{ input: blue, gravity: "south" }]);
	const files = { "portrait.png": await portrait.png().toBuffer() };
	const { en, ru, rows, linkMedia } = await pullChanged(
		(content) => {
			const pictures = descriptions.map(([description], index) => {
				content.addAsset(`picture-${index}`, "portrait.png");
				content.set(`picture-${index}`, "description", description);
				return assetLink(`picture-${index}`);
			});
			content.set("about", "certificates", plain(pictures));
			content.set("about", "cover", plain(pictures[0]));
		},
		{ files },
	);
	const expected = descriptions.map(([, focus]) => focus);
	for (const { about } of [en, ru])
		expect(about.certificates.map(({ focus }) => focus)).toEqual(expected);
	expect(rows).toEqual([]);
	const folder = await makeFolder();
	await linkMedia(join(folder, "media"));
	const { dominant } = await sharp(join(folder, en.about.cover?.openGraphSrc ?? "")).stats();
	expect(dominant).toMatchObject({ r: 8, b: 248 });
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
