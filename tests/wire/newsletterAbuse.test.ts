import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { BlobsServer } from "@netlify/blobs/server";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import checkDaily from "../../api/dailyCheck.ts";
import { hashMailbox } from "../../api/http/mailTurns.ts";
import subscribe from "../../api/newsletter.ts";
import type { Intercept } from "../../demo/loopbackService.ts";
import { openTurns } from "../../scripts/server/mailTurns.ts";
import { readTree } from "../readTree.ts";
import { answering } from "./misbehaviour.ts";
import {
	address,
	asked,
	expectJson,
	expectNothingSubscribed,
	expectPage,
	folder,
	forgetTurns,
	type Headers,
	keys,
	log,
	nextVisitor,
	reader,
	readerJson,
	sendForm,
	sendJson,
	server,
	state,
	turnsPath,
} from "./newsletterVisitors.ts";

// Many at once take their time.
beforeEach(() => {
	state.timeLimit = 8_000;
});

describe("one mail a mailbox in 24 hours", () => {
	const hour = 60 * 60 * 1000;

	test("of 1,000 posts from 100 visitors, in any spelling; a restart changes nothing, and nobody can read whose", async () => {
		const spellings = ["o.neil+1@gmail.com", "ONEIL@gmail.com", "oneil+b+c@GMAIL.com", "ｏneil@gmail.com"];
		const visitors = Array.from({ length: 100 }, nextVisitor);
		for (let round = 0; round < 10; round++) {
			const answers = visitors.map((visitor, count) => sendJson({ email: spellings[count % 4] }, visitor));
			for (const answer of await Promise.all(answers)) await expectJson(answer, 200, "subscribeThanks");
		}
		expect(asked.length).toBe(1);
		await sendJson({ email: "neil@gmail.com" });
		await sendJson({ email: "почта@сайт.рф" });
		await sendJson({ email: "ПОЧТА@xn--80aswg.xn--p1ai" });
		expect(asked.length).toBe(3);
		expect(await openTurns(turnsPath)(hashMailbox("oneil@gmail.com", keys.BREVO_API_KEY))).toBeUndefined();
		expect([...(await readTree(turnsPath))].join()).not.toMatch(/neil|gmail|почта/i);
	});

	test("also over midnight; then the next, and nothing is kept of the day before", async () => {
		state.now = Date.parse("2026-11-22T23:30Z");
		await sendJson(reader);
		state.now += hour;
		await sendJson(reader);
		expect(asked.length).toBe(1);
		state.now += 23 * hour;
		await sendJson(reader);
		expect(asked.length).toBe(2);
		state.now += 48 * hour;
		await sendJson(reader);
		expect(await readdir(turnsPath)).toEqual(["2026-11-25"]);
	});

	test("does not count when Brevo refuses, and does when it may have been sent", async () => {
		const refuse = answering(500, {});
		const silent: Intercept = () => true;
		for (const [how, told, mails] of [
			[refuse, "answers 500 (no code)", 1],
			[silent, "cannot be reached: TimeoutError", 0],
		] as const) {
			state.misbehave = how;
			state.timeLimit = 150;
			await expectJson(await sendJson(reader), 502, "subscribeFailure");
			state.misbehave = () => false;
			state.timeLimit = 8_000;
			await expectJson(await sendJson(reader), 200, "subscribeThanks");
			expect(asked.splice(0).length).toBe(mails);
			expect(log.splice(0)).toEqual([`Newsletter: Brevo ${told}`]);
			await forgetTurns();
		}
	});

	test("on Netlify as Blobs know, which the daily check clears; without them nobody is subscribed", async () => {
		const headers = { "Content-Type": "application/json" };
		const post = () => subscribe(new Request(address, { method: "POST", body: readerJson, headers }), {});
		await expectJson(await post(), 503, "subscribeUnavailable");
		expect(log.splice(0).join()).toMatch(/^Newsletter: .*Blobs/);
		const directory = join(folder, "blobs");
		const blobs = new BlobsServer({ directory, token: "t" });
		const { port } = await blobs.start();
		onTestFinished(() => blobs.stop());
		const edgeURL = `http://localhost:${port}`;
		const context = { edgeURL, uncachedEdgeURL: edgeURL, siteID: "site", token: "t", primaryRegion: "us-east-1" };
		vi.stubEnv("NETLIFY_BLOBS_CONTEXT", btoa(JSON.stringify(context)));
		// One after the other: unlike Netlify's, this one looks first and writes then.
		for (let count = 0; count < 3; count++) await expectJson(await post(), 200, "subscribeThanks");
		expect(asked.length).toBe(1);
		const listKept = async () => [...(await readTree(directory)).keys()].join();
		expect(await listKept()).toMatch(/\/[0-9a-f]{64}(,|$)/);
		const inTwoDays = Date.now() + 48 * hour;
		for (const time of [Date.now(), inTwoDays]) {
			const clock = vi.spyOn(Date, "now").mockReturnValue(time);
			expect((await checkDaily()).status).toBe(503);
			clock.mockRestore();
			expect(/[0-9a-f]{64}/.test(await listKept())).toBe(time !== inTwoDays);
			expect(log.splice(0)).toEqual(["Daily check: NETLIFY_BUILD_HOOK_URL is missing or malformed."]);
		}
	});

	test("and no more than so many a day in all", async () => {
		for (let count = 0; count < 100; count++) await sendJson({ email: `${count}@reader.example` });
		await expectJson(await sendJson(reader), 503, "subscribeUnavailable");
		expect(log.splice(0)).toEqual(["Newsletter: no more than 100 mails a day are asked for."]);
	});
});

describe("what is sent from another site's page", () => {
	test.each<[boolean, Headers]>([
		[true, { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
		[true, { "Sec-Fetch-Site": "none" }],
		[true, { Origin: server.url }],
		[true, { Origin: "https://clinic.example" }],
		[false, { "Sec-Fetch-Site": "cross-site" }],
		[false, { "Sec-Fetch-Site": "same-site", Origin: server.url }],
		[false, { Origin: "https://evil.example" }],
		[false, { Origin: "https://clinic.example.evil.example" }],
		[false, { Origin: "http://localhost:1" }],
		[false, { Origin: "null" }],
	])("%s: %j", async (isTaken, headers) => {
		if (isTaken) return expectPage(await sendForm(reader, headers), 200, "subscribeThanks");
		await expectJson(await sendJson(reader, headers), 403, "requestForeign");
		await expectPage(
			await sendForm({ ...reader, locale: "ru" }, { ...headers, "Accept-Language": "ru" }),
			403,
			"requestForeign",
			"ru",
		);
		await expectNothingSubscribed();
	});
});

/** When the newsletter's entry was last changed. */
const version = "2026-11-20T10:11:12.345Z";
test("what was agreed to goes to Brevo, and is left out where Brevo takes none of it", async () => {
	await sendJson(reader, { "Consent-Text": version });
	await forgetTurns();
	await sendForm({ ...reader, locale: "ru", consent: "<b>" });
	const time = expect.any(String);
	expect(asked.splice(0)).toMatchObject([
		{ body: { attributes: { CONSENT_TEXT: version, CONSENT_LANGUAGE: "en", CONSENT_TIME: time } } },
		{ body: { attributes: { FIRSTNAME: "Anna", CONSENT_LANGUAGE: "ru", CONSENT_TIME: time } } },
	]);
	await forgetTurns();
	const answer = answering(400, { code: "invalid_parameter" });
	let count = 0;
	state.misbehave = (...exchange) => count++ === 0 && answer(...exchange);
	await expectJson(await sendJson(reader, { "Consent-Text": version }), 200, "subscribeThanks");
	expect(asked).toMatchObject([{ body: { attributes: { FIRSTNAME: "Anna" } } }]);
	expect(log.splice(0)).toEqual(["Newsletter: Brevo takes no record of the consent: see docs/hosting.md"]);
});
