import { join } from "node:path";
import { inspect } from "node:util";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import buildWhenDue from "../../api/buildWhenDue.ts";
import handleRebuildRequest from "../../api/rebuild.ts";
import { startLoopback } from "../../demo/loopbackService.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { makeFolder } from "../folders.ts";
import { startBlobs } from "./blobsService.ts";
import { startMailService } from "./mailService.ts";
import { contentfulSecret, testSpaceId } from "./services.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const monthStart = Date.UTC(2027, 3, 1);
const nextMonthStart = Date.UTC(2027, 4, 1);

const practice = "practice@clinic.example";

const log: string[] = [];
beforeEach(() => {
	log.length = 0;
	vi.spyOn(console, "error").mockImplementation((line: string) => void log.push(line));
	vi.stubEnv("CONTENTFUL_WEBHOOK_SECRET", contentfulSecret);
	vi.stubEnv("CONTENTFUL_SPACE_ID", testSpaceId);
	vi.useFakeTimers({ toFake: ["Date"], now: monthStart });
	onTestFinished(() => void vi.useRealTimers());
});

type HookCall = { title: string; time: number };

/**
 * Starts a host like Netlify, with functions, Blobs, a build hook, and a clock that the test moves.
 * @param answerHook returns the HTTP status with which the build hook responds
 */
async function startHost(answerHook: (title: string) => number | Promise<number> = () => 200) {
	const blobs = await startBlobs();
	const calls: HookCall[] = [];
	let deploys = 1;
	const snapshot = JSON.stringify({ appShell: { contactEmail: practice } });
	const snapshotFile = join(await makeFolder({ files: { "en-US.json": snapshot } }), "en-US.json");

	const hook = await startLoopback({}, async (_, { searchParams }) => {
		const title = searchParams.get("trigger_title") ?? "";
		const status = await answerHook(title);
		if (status === 200) {
			calls.push({ title, time: Date.now() });
			// The build plugin cancels a build without changes, such as a daily check, so that there is no deploy.
			if (title !== "Daily check") deploys++;
		}
		return { status, headers: {}, body: "" };
	});
	onTestFinished(hook.close);
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", `${hook.url}/build_hooks/secret1`);

	/** Sends a signed webhook. Returns the status of the response. */
	async function send(id = "home", context = "production"): Promise<number> {
		const event = { topic: "Entry.publish", id, spaceId: testSpaceId };
		const webhook = signContentfulWebhook(contentfulSecret, "/api/rebuild", event);
		const request = new Request("https://clinic.example/api/rebuild", webhook);
		return (await handleRebuildRequest(request, { deploy: { context } })).status;
	}
	/** Runs the scheduled function. */
	const run = () =>
		buildWhenDue(new Request("https://clinic.example"), {
			deploy: { id: `deploy-${deploys}` },
			snapshotFile,
		});
	return {
		blobs,
		send,
		run,
		/** Moves the clock forwards, and runs the scheduled function. */
		async pass(durationMs = 5 * minuteMs): Promise<void> {
			vi.setSystemTime(Date.now() + durationMs);
			await run();
		},
		/** Imitates deploys that were started by hand or by a Git push. */
		async deployByHand(count: number): Promise<void> {
			for (let deploy = 0; deploy < count; deploy++) {
				deploys++;
				await run();
			}
		},
		/** Returns the calls of the build hook for changes. */
		changeCalls: () => calls.filter(({ title }) => title !== "Daily check"),
		calls,
	};
}

type Host = Awaited<ReturnType<typeof startHost>>;

/** Times of 120 webhooks in 25 sittings, in the order of their ids `<sitting>-<change>`. */
const sittings = Array.from({ length: 25 }, (_, sitting) => {
	const start = monthStart + sitting * 1.15 * dayMs + 9 * hourMs + sitting * 7 * minuteMs;
	const changes = sitting < 20 ? 5 : 4;
	return Array.from({ length: changes }, (_, index) => ({
		id: `${sitting}-${index}`,
		time: Math.round(start + index * (1 + (sitting % 3)) * minuteMs),
	}));
});
const lastTitles = sittings.map((changes) => `Contentful: entry ${changes.at(-1)?.id} published`);

/**
 * Runs a month. The scheduled function runs every five minutes in the ten minutes after a change, and otherwise once a
 * day, because a run without a recorded change does nothing.
 */
async function runMonth(host: Host): Promise<void> {
	const changes = sittings.flat();
	let lastChangeAt = 0;
	for (let tick = monthStart; tick <= nextMonthStart + hourMs; tick += 5 * minuteMs) {
		while (changes[0] && changes[0].time <= tick) {
			const { id, time } = changes[0];
			changes.shift();
			lastChangeAt = time;
			vi.setSystemTime(time);
			expect(await host.send(id)).toBe(202);
		}
		if (tick - lastChangeAt > 10 * minuteMs && tick % dayMs !== 0) continue;
		vi.setSystemTime(tick);
		await host.run();
	}
}

// 16 is the default number of deploys, and 80 % of it are less than 13. One of them was live before.
test("a busy month keeps its budget and loses no change", async () => {
	const { mails } = await startMailService();
	const host = await startHost();
	await runMonth(host);
	const calls = host.changeCalls();
	const monthCalls = calls.filter(({ time }) => time < nextMonthStart);
	expect(monthCalls.slice(0, 12).map(({ title }) => title)).toEqual(lastTitles.slice(0, 12));
	const gaps = monthCalls
		.slice(12)
		.map(({ time }, index, all) => (all[index + 1]?.time ?? Infinity) - time);
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(dayMs);
	expect(monthCalls.length).toBeGreaterThan(12);
	expect(monthCalls.length).toBeLessThan(16);
	expect(calls.at(-1)?.title).toBe(lastTitles.at(-1));
	expect(calls.at(-1)?.time).toBeLessThan(nextMonthStart + 10 * minuteMs);
	expect(mails).toEqual([
		expect.objectContaining({
			subject: "The website is published once a day at most",
			sender: { email: practice },
			to: [{ email: practice }],
			textContent: expect.stringMatching(/13 of them are used up.*until 1 May the website/s),
		}),
	]);
});

test("deploys by hand count, and hold back later changes", async () => {
	vi.stubEnv("NETLIFY_DEPLOYS_PER_MONTH", "5");
	const host = await startHost();
	await host.deployByHand(5);
	await host.send("held");
	for (let day = 1; day < 30; day++) await host.pass(dayMs);
	expect(host.calls.length).toBe(1);
	await host.pass(dayMs);
	expect(host.changeCalls()).toEqual([
		{ title: "Contentful: entry held published", time: nextMonthStart },
	]);
	// Without Brevo's key, the mail is only logged.
	expect(log).toEqual([expect.stringContaining("5 of them are used up")]);
});

test("a mail that Brevo refuses is sent at the next run", async () => {
	vi.stubEnv("NETLIFY_DEPLOYS_PER_MONTH", "1");
	const { mails, statuses } = await startMailService();
	statuses.push(500);
	const host = await startHost();
	await host.run();
	await host.send();
	await expect(host.pass()).rejects.toThrow("Brevo answers 500");
	await host.pass();
	await host.pass();
	expect(mails.length).toBe(1);
});

test("changes that never pause are built after three delays", async () => {
	const host = await startHost();
	for (let minute = 1; minute <= 20; minute++) {
		vi.setSystemTime(Date.now() + minuteMs);
		await host.send(`change-${minute}`);
		if (minute % 5 === 0) await host.run();
	}
	expect(host.changeCalls()).toEqual([
		{ title: "Contentful: entry change-20 published", time: monthStart + 20 * minuteMs },
	]);
	// Contentful may have delivered the content from before the last change, which so gets another build.
	await host.pass();
	await host.pass();
	expect(host.changeCalls().length).toBe(2);
});

test("a change waits for the delay and is built once", async () => {
	vi.stubEnv("NETLIFY_BUILD_DELAY_MINUTES", "10");
	const host = await startHost();
	await host.send();
	const counts: number[] = [];
	for (let run = 1; run <= 4; run++) {
		await host.pass();
		counts.push(host.changeCalls().length);
	}
	expect(counts).toEqual([0, 1, 1, 1]);
});

test("a change during a call gets a call of its own", async () => {
	const host = await startHost(async (title) => {
		if (title.includes("early")) expect(await host.send("late")).toBe(202);
		return 200;
	});
	await host.send("early");
	for (let run = 1; run <= 3; run++) await host.pass();
	expect(host.changeCalls().map(({ title }) => title)).toEqual([
		"Contentful: entry early published",
		"Contentful: entry late published",
	]);
});

test("many changes at once are all accepted, and built once", async () => {
	const host = await startHost();
	const sent = Array.from({ length: 100 }, (_, index) => host.send(`entry-${index}`));
	expect(new Set(await Promise.all(sent))).toEqual(new Set([202]));
	await host.pass();
	await host.pass();
	expect(host.changeCalls().length).toBe(1);
});

test("a change stays recorded while the build hook fails", async () => {
	const statuses = [500, 500];
	const host = await startHost(() => statuses.shift() ?? 200);
	host.blobs.set("newsletter-mails/2027-03-31", "{}");
	await host.send();
	await expect(host.pass()).rejects.toThrow("The build hook answers 500.");
	await expect(host.pass()).rejects.toThrow("The build hook answers 500.");
	expect([...host.blobs.keys()], "past counts are deleted").toEqual(["builds/record"]);
	await host.pass();
	await host.pass();
	expect(host.changeCalls().length).toBe(1);
});

test("a change that reaches a branch deploy builds nothing", async () => {
	const host = await startHost();
	expect(await host.send("home", "branch-deploy")).toBe(204);
	await host.pass();
	expect(host.changeCalls()).toEqual([]);
});

test("a day has one daily check, which deletes past mail counts", async () => {
	const host = await startHost();
	host.blobs.set("newsletter-mails/2027-03-31", "{}");
	host.blobs.set("newsletter-mails/2027-04-01", "{}");
	await host.run();
	await host.pass();
	await host.pass(dayMs - 10 * minuteMs);
	expect(host.calls).toEqual([{ title: "Daily check", time: monthStart }]);
	expect([...host.blobs.keys()]).toEqual(["newsletter-mails/2027-04-01", "builds/record"]);
	await host.pass();
	expect(host.calls.length).toBe(2);
});

test("without a build hook webhooks are refused", async () => {
	const host = await startHost();
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", "");
	expect(await host.send()).toBe(503);
	await host.run();
});

test("an error of the build hook does not name its secret", async () => {
	const host = await startHost();
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", "http://127.0.0.1:1/build_hooks/secret1");
	const error = await host.run().catch((error: Error) => error);
	expect(inspect(error)).toMatch(/fetch failed(?!.*secret1)/s);
});
