import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import buildWhenDue from "../../api/buildWhenDue.ts";
import checkDaily from "../../api/dailyCheck.ts";
import handleRebuildRequest from "../../api/rebuild.ts";
import { startLoopback } from "../../demo/loopbackService.ts";
import { type ContentfulEvent, signContentfulWebhook } from "../../demo/webhooks.ts";
import { makeFolder } from "../folders.ts";
import { startBlobs } from "./blobsService.ts";
import { startMailService } from "./mailService.ts";
import { contentfulSecret, testSpaceId } from "./services.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
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

type HostOptions = {
	/** Returns the HTTP status with which the build hook responds. */
	answerHook?: (title: string) => number | Promise<number>;
};

/** Starts a host like Netlify, with functions, Blobs, a build hook, and a clock that the test moves. */
async function startHost({ answerHook = () => 200 }: HostOptions = {}) {
	const { blobs, context, close } = await startBlobs();
	onTestFinished(close);
	vi.stubEnv("NETLIFY_BLOBS_CONTEXT", context);
	const calls: HookCall[] = [];
	let deploys = 1;
	const snapshot = JSON.stringify({ appShell: { contactEmail: practice } });
	const snapshotFile = join(await makeFolder({ files: { "en-US.json": snapshot } }), "en-US.json");
	const getDeploy = () => ({ id: `deploy-${deploys}`, context: "production" });

	const hook = await startLoopback({}, async (_, { searchParams }) => {
		const title = searchParams.get("trigger_title") ?? "";
		const status = await answerHook(title);
		if (status !== 200) return { status, headers: {}, body: "" };
		calls.push({ title, time: Date.now() });
		// The build plugin cancels a build without changes, such as a daily check, so that there is no deploy.
		if (title !== "Daily check") deploys++;
		return { status, headers: {}, body: "" };
	});
	onTestFinished(() => hook.close());
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", `${hook.url}/build_hooks/secret1`);

	return {
		blobs,
		calls,
		/** Moves the clock forwards. */
		pass: (durationMs: number) => vi.setSystemTime(Date.now() + durationMs),
		/** Imitates a deploy that was started by hand or by a Git push. */
		deployByHand: () => void deploys++,
		/** Sends a signed webhook. Returns the status of the response. */
		async send(changes: Partial<ContentfulEvent> = {}, deploy = getDeploy()): Promise<number> {
			const event = { topic: "Entry.publish", id: "home", spaceId: testSpaceId, ...changes };
			const webhook = signContentfulWebhook(contentfulSecret, "/api/rebuild", event);
			const request = new Request("https://clinic.example/api/rebuild", webhook);
			return (await handleRebuildRequest(request, { deploy })).status;
		},
		async runSchedule(): Promise<number> {
			const request = new Request("https://clinic.example/.netlify/functions/buildWhenDue", {
				method: "POST",
			});
			return (await buildWhenDue(request, { deploy: getDeploy(), snapshotFile })).status;
		},
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
 * Runs a month. The scheduled function runs every five minutes in the ten minutes after a change. Otherwise it runs once
 * a day, because a run without a recorded change does nothing.
 */
async function runMonth(host: Host): Promise<void> {
	const changes = sittings.flat();
	let lastChangeAt = 0;
	// Begins in the month before, because the first run counts the deploy that is live already.
	for (
		let tick = monthStart - 5 * minuteMs;
		tick <= nextMonthStart + hourMs;
		tick += 5 * minuteMs
	) {
		while (changes[0] && changes[0].time <= tick) {
			const { id, time } = changes[0];
			changes.shift();
			lastChangeAt = time;
			vi.setSystemTime(time);
			expect(await host.send({ id })).toBe(202);
		}
		const isRunTime =
			tick - lastChangeAt <= 10 * minuteMs || tick % dayMs === 0 || tick < monthStart;
		if (!isRunTime) continue;
		vi.setSystemTime(tick);
		expect(await host.runSchedule()).toBe(204);
		if (tick % dayMs === 0) await checkDaily();
	}
}

const isForChange = ({ title }: HookCall) => title !== "Daily check";

// 16 is the default number of deploys, and 80 % of it are less than 13.
test("each sitting causes one build, and from 80 % of the month's budget on there is at most one a day, which one mail explains, and no change is lost", async () => {
	const { mails } = await startMailService();
	const host = await startHost();
	await runMonth(host);
	const calls = host.calls.filter(isForChange);
	const monthCalls = calls.filter(({ time }) => time < nextMonthStart);
	expect(monthCalls.slice(0, 13).map(({ title }) => title)).toEqual(lastTitles.slice(0, 13));
	const gaps = monthCalls
		.slice(12)
		.map(({ time }, index, all) => (all[index + 1]?.time ?? Infinity) - time);
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(dayMs);
	expect(monthCalls.length).toBeGreaterThan(13);
	expect(monthCalls.length).toBeLessThanOrEqual(16);
	expect(calls.at(-1)?.title).toBe(lastTitles.at(-1));
	expect(calls.at(-1)?.time).toBeLessThan(nextMonthStart + 10 * minuteMs);
	expect(mails.map(({ subject }) => subject)).toEqual([
		"The website is published once a day at most",
	]);
	expect(mails[0]?.textContent).toContain("13 of them are used up");
	expect(mails[0]?.textContent).toContain("until 1 May the website");
	expect(mails[0]).toMatchObject({ sender: { email: practice }, to: [{ email: practice }] });
});

test("deploys that somebody starts by hand count, are never refused, and hold back later changes until the next month", async () => {
	vi.stubEnv("NETLIFY_DEPLOYS_PER_MONTH", "5");
	const host = await startHost();
	for (let deploy = 0; deploy < 5; deploy++) {
		host.deployByHand();
		await host.runSchedule();
	}
	await host.send({ id: "held" });
	for (let day = 1; day < 30; day++) {
		host.pass(dayMs);
		await host.runSchedule();
		await checkDaily();
	}
	expect(host.calls).toEqual([]);
	vi.setSystemTime(nextMonthStart);
	await checkDaily();
	await host.runSchedule();
	expect(host.calls.map(({ title }) => title)).toEqual([
		"Daily check",
		"Contentful: entry held published",
	]);
	// Without Brevo's key, the mail is only logged.
	expect(log).toEqual([expect.stringContaining("5 of them are used up")]);
});

test("with a low budget there is at most one build a day at the end of a month, too", async () => {
	vi.stubEnv("NETLIFY_DEPLOYS_PER_MONTH", "10");
	const host = await startHost();
	for (let deploy = 0; deploy < 8; deploy++) {
		host.deployByHand();
		await host.runSchedule();
	}
	vi.setSystemTime(nextMonthStart - dayMs);
	const counts: number[] = [];
	for (const hours of [1, 13]) {
		await host.send();
		host.pass(hours * hourMs);
		await host.runSchedule();
		counts.push(host.calls.length);
	}
	expect(counts).toEqual([1, 1]);
});

// A redirect is not followed, because the request contains the key.
test.each([
	[500, "Brevo answers 500"],
	[307, "Brevo cannot be reached (TypeError)"],
])(
	"a mail about the budget that Brevo answers with %i is sent at the next run",
	async (status, reason) => {
		vi.stubEnv("NETLIFY_DEPLOYS_PER_MONTH", "1");
		const { mails, statuses } = await startMailService();
		statuses.push(status);
		const host = await startHost();
		await host.runSchedule();
		await host.send();
		for (let run = 1; run <= 3; run++) {
			host.pass(5 * minuteMs);
			await host.runSchedule();
		}
		expect(mails.length).toBe(1);
		expect(log).toEqual([
			`Builds: the mail "The website is published once a day at most" cannot be sent: ${reason}`,
		]);
	},
);

test("changes that never pause are built after three times the delay", async () => {
	const host = await startHost();
	const start = Date.now();
	for (let minute = 1; minute <= 20; minute++) {
		host.pass(minuteMs);
		await host.send({ id: `change-${minute}` });
		if (minute % 5 === 0) await host.runSchedule();
	}
	expect(host.calls).toEqual([
		{ title: "Contentful: entry change-20 published", time: start + 20 * minuteMs },
	]);
	// Contentful may have delivered the content from before the last change, which so gets another build.
	host.pass(5 * minuteMs);
	await host.runSchedule();
	expect(host.calls.length).toBe(2);
});

test("a change waits for the delay and is built once", async () => {
	vi.stubEnv("NETLIFY_BUILD_DELAY_MINUTES", "10");
	const host = await startHost();
	await host.send();
	const counts: number[] = [];
	for (let run = 1; run <= 4; run++) {
		host.pass(5 * minuteMs);
		await host.runSchedule();
		counts.push(host.calls.length);
	}
	expect(counts).toEqual([0, 1, 1, 1]);
});

test("a change that is published while the build hook is called gets a call of its own", async () => {
	const host = await startHost({
		async answerHook(title) {
			if (title.includes("early")) expect(await host.send({ id: "late" })).toBe(202);
			return 200;
		},
	});
	await host.send({ id: "early" });
	for (let run = 1; run <= 3; run++) {
		host.pass(5 * minuteMs);
		await host.runSchedule();
	}
	const titles = host.calls.map(({ title }) => title);
	expect(titles).toEqual(["Contentful: entry early published", "Contentful: entry late published"]);
});

test("a change stays recorded while the build hook fails", async () => {
	const statuses = [500, 500, 200];
	const host = await startHost({ answerHook: () => statuses.shift() ?? 200 });
	await host.send();
	const results: number[] = [];
	for (let run = 1; run <= 4; run++) {
		host.pass(5 * minuteMs);
		results.push(await host.runSchedule());
	}
	expect(results).toEqual([503, 503, 204, 204]);
	expect(host.calls.length).toBe(1);
	expect(log).toEqual(Array(2).fill("Builds: The build hook answers 500."));
});

const branchDeploy = { id: "branch-1", context: "branch-deploy" };

test("a change that reaches a branch deploy builds nothing", async () => {
	const host = await startHost();
	expect(await host.send({}, branchDeploy)).toBe(204);
	host.pass(10 * minuteMs);
	await host.runSchedule();
	expect(host.calls).toEqual([]);
});
