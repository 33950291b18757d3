import { join } from "node:path";
import { inspect } from "node:util";
import { beforeEach, expect, test, vi } from "vitest";
import buildWhenDue from "../../api/buildWhenDue.ts";
import handleRebuildRequest from "../../api/rebuild.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { makeFolder } from "../folders.ts";
import { setTime, startStandIn } from "../standIns.ts";
import { startBlobs } from "./blobsService.ts";
import { collectErrors, startMailService } from "./mailService.ts";
import { respondWith } from "./misbehaviour.ts";
import { contentfulSecret, testSpaceId } from "./services.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const monthStart = Date.UTC(2027, 3, 1);
const nextMonthStart = Date.UTC(2027, 4, 1);

/** Part of a sentence in another language than Russian. */
const threeLatinWords = /[a-z]+( [a-z]+){2}/i;

const practice = "practice@clinic.example";
const snapshot = JSON.stringify({ appShell: { contactEmail: practice } });

const log = collectErrors();
beforeEach(() => {
	vi.stubEnv("CONTENTFUL_WEBHOOK_SECRET", contentfulSecret);
	vi.stubEnv("CONTENTFUL_SPACE_ID", testSpaceId);
	setTime(monthStart);
});

/** Sends a signed webhook. Returns the status of the response. */
async function send(id = "home", context = "production"): Promise<number> {
	const event = { topic: "Entry.publish", id, spaceId: testSpaceId };
	const webhook = signContentfulWebhook(contentfulSecret, "/api/rebuild", event);
	const request = new Request("https://clinic.example/api/rebuild", webhook);
	return (await handleRebuildRequest(request, { deploy: { context } })).status;
}

/** Call of the build hook. The title is the id of the changed entry. */
type Call = { title: string; time: number };

/**
 * Starts a host like Netlify, with Blobs, a build hook, and a clock that the test moves.
 * @param answerHook returns the HTTP status with which the build hook responds
 */
async function startHost(answerHook: (title: string) => number | Promise<number> = () => 200) {
	const blobs = await startBlobs();
	const folder = await makeFolder({ files: { "en-US.json": snapshot } });
	/** Calls for changes. Each causes a deploy. */
	const calls: Call[] = [];
	/** The build plugin cancels the builds of daily checks, so that there is no deploy. */
	const dailyChecks: Call[] = [];
	const hook = await startStandIn(async (_, { searchParams }) => {
		const trigger = `${searchParams.get("trigger_title")}`;
		const title = trigger.replace(/^Contentful: entry (.*) published$/, "$1");
		const status = await answerHook(title);
		const accepted = title === "Daily check" ? dailyChecks : calls;
		if (status === 200) accepted.push({ title, time: Date.now() });
		return { status };
	});
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", `${hook.url}/build_hooks/secret1`);
	const host = {
		blobs,
		calls,
		dailyChecks,
		/** Deploys that were started by hand or by a Git push. */
		otherDeploys: 0,
		/** Runs the scheduled function. */
		run: (): Promise<void> =>
			buildWhenDue(new Request("https://clinic.example"), {
				deploy: { id: `deploy-${calls.length + host.otherDeploys}` },
				snapshotFile: join(folder, "en-US.json"),
			}),
		/** Moves the clock forwards, and runs the scheduled function, several times. */
		async pass(runs = 1, durationMs = 5 * minuteMs): Promise<void> {
			for (let run = 0; run < runs; run++) {
				vi.setSystemTime(Date.now() + durationMs);
				await host.run();
			}
		},
	};
	return host;
}

// 16 is the default number of deploys, and 80 % of it are less than 13. One of them was live before.
test("a busy month keeps its budget and loses no change", async () => {
	const { mails } = await startMailService();
	const host = await startHost();
	await host.run();
	const changes = Array.from({ length: 24 }, (_, index) => `change-${index}`);
	for (const change of changes) {
		expect(await send(change)).toBe(202);
		await host.pass(5, dayMs / 4);
	}
	const monthCalls = host.calls.filter(({ time }) => time < nextMonthStart);
	expect(monthCalls.length).toBeGreaterThan(12);
	expect(monthCalls.length).toBeLessThan(16);
	expect(monthCalls.slice(0, 12).map(({ title }) => title)).toEqual(changes.slice(0, 12));
	expect(host.calls.at(-1)?.title).toBe(changes.at(-1));
	let last = 0;
	for (const { time } of monthCalls.slice(12)) {
		expect(time - last).toBeGreaterThanOrEqual(dayMs);
		last = time;
	}
	expect(mails).toEqual([
		expect.objectContaining({
			subject: "The website is published once a day at most",
			// The contact address is none of Brevo's senders.
			sender: { email: "sender@example.org" },
			to: [{ email: "sender@example.org" }],
			textContent: expect.stringMatching(/13 of them are used up.*until 1 May the website/s),
		}),
	]);
});

test("the mail about the budget is in the language of its variable", async () => {
	vi.stubEnv("NETLIFY_DEPLOYS_PER_MONTH", "1");
	vi.stubEnv("STATUS_LANGUAGE", "ru");
	const { mails } = await startMailService();
	const host = await startHost();
	await host.run();
	await send();
	await host.pass();
	expect(mails).toEqual([
		expect.objectContaining({
			subject: "Сайт публикуется не\u00a0чаще раза в\u00a0день",
			textContent: expect.stringMatching(/отведено 1, израсходовано.*до\u00a01 мая сайт/s),
		}),
	]);
	expect(JSON.stringify(mails)).not.toMatch(threeLatinWords);
});

test("deploys by hand count, and hold back later changes", async () => {
	vi.stubEnv("NETLIFY_DEPLOYS_PER_MONTH", "5");
	vi.stubEnv("STATUS_LANGUAGE", "ru");
	const host = await startHost();
	for (const deploys of [1, 2, 3, 4, 5]) {
		host.otherDeploys = deploys;
		await host.run();
	}
	await send("held");
	await host.pass(29, dayMs);
	expect([host.calls.length, host.dailyChecks.length]).toEqual([0, 1]);
	await host.pass(1, dayMs);
	expect(host.calls).toEqual([{ title: "held", time: nextMonthStart }]);
	// Without Brevo's key, the mail is only logged, in English.
	expect(log.splice(0)).toEqual([expect.stringContaining("5 of them are used up")]);
});

test("a mail that Brevo refuses is sent at the next run", async () => {
	vi.stubEnv("NETLIFY_DEPLOYS_PER_MONTH", "1");
	const brevo = await startMailService();
	brevo.misbehave = respondWith(500, "");
	const host = await startHost();
	await host.run();
	await send();
	await expect(host.pass()).rejects.toThrow("Brevo answers 500");
	brevo.misbehave = undefined;
	await host.pass(2);
	expect(brevo.mails.length).toBe(1);
});

test("changes that never pause are built after three delays", async () => {
	const host = await startHost();
	for (let minute = 1; minute <= 20; minute++) {
		vi.setSystemTime(Date.now() + minuteMs);
		await send(`change-${minute}`);
		if (minute % 5 === 0) await host.run();
	}
	expect(host.calls).toEqual([{ title: "change-20", time: monthStart + 20 * minuteMs }]);
	// Contentful may have delivered the content from before the last change, which so gets another build.
	await host.pass(2);
	expect(host.calls.length).toBe(2);
});

test("changes within the delay are built once", async () => {
	vi.stubEnv("NETLIFY_BUILD_DELAY_MINUTES", "10");
	const host = await startHost();
	const sent = Array.from({ length: 100 }, (_, index) => send(`entry-${index}`));
	expect(new Set(await Promise.all(sent))).toEqual(new Set([202]));
	await host.pass();
	expect(host.calls).toEqual([]);
	await host.pass();
	expect(host.calls.length).toBe(1);
	await host.pass(2);
	expect(host.calls.length).toBe(1);
});

test("a change during a call gets its own call", async () => {
	const host = await startHost(async (title) => {
		if (title === "early") expect(await send("late")).toBe(202);
		return 200;
	});
	await send("early");
	await host.pass(3);
	expect(host.calls.map(({ title }) => title)).toEqual(["early", "late"]);
});

test("a change stays recorded while the build hook fails", async () => {
	let status = 500;
	const host = await startHost(() => status);
	await send();
	for (let run = 1; run <= 2; run++)
		await expect(host.pass()).rejects.toThrow("The build hook answers 500.");
	status = 200;
	await host.pass(2);
	expect(host.calls.length).toBe(1);
});

test("a change that reaches a branch deploy builds nothing", async () => {
	const host = await startHost();
	expect(await send("home", "branch-deploy")).toBe(204);
	await host.pass();
	expect(host.calls).toEqual([]);
});

test("a day has one daily check, which deletes past counts", async () => {
	const host = await startHost();
	host.blobs.set("newsletter-mails/2027-03-31", "{}");
	host.blobs.set("newsletter-mails/2027-04-01", "{}");
	await host.run();
	await host.pass();
	await host.pass(1, dayMs - 10 * minuteMs);
	expect(host.dailyChecks.length).toBe(1);
	expect([...host.blobs.keys()]).toEqual(["newsletter-mails/2027-04-01", "builds/record"]);
	await host.pass();
	expect(host.dailyChecks.length).toBe(2);
});

test("without a build hook webhooks are refused", async () => {
	const host = await startHost();
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", "");
	expect(await send()).toBe(503);
	await host.run();
});

test("an error of the build hook does not name its secret", async () => {
	const host = await startHost();
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", "http://127.0.0.1:1/build_hooks/secret1");
	const error = await host.run().catch((error: Error) => error);
	expect(inspect(error)).toMatch(/fetch failed(?!.*secret1)/s);
});
