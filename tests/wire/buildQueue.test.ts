import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { queueLimits as productLimits, type QueueLimits } from "../../api/builds/buildQueue.ts";
import { queuedBuildPath } from "../../api/builds/startQueuedBuild.ts";
import callQueuedBuild from "../../api/queuedBuild-background.ts";
import rebuild from "../../api/rebuild.ts";
import { type Intercept, startLoopback } from "../../demo/loopbackService.ts";
import { type ContentfulEvent, signContentfulWebhook } from "../../demo/webhooks.ts";
import { startBlobs } from "./blobsService.ts";
import { contentfulSecret, testSpaceId } from "./services.ts";

/** Limits of the queue in tests. The interval between two builds is five seconds instead of a minute. */
const limits: QueueLimits = { quietMs: 400, maxGatherMs: 1_500, intervalMs: 5_000, lockMs: 15_000, retryMs: 10 };

// `npm run burst` sends webhooks for 30 seconds, with the queue's production limits.
const isLong = import.meta.env.MODE === "burst";

const log: string[] = [];
beforeEach(() => {
	log.length = 0;
	vi.spyOn(console, "error").mockImplementation((line: string) => void log.push(line));
	vi.stubEnv("CONTENTFUL_WEBHOOK_SECRET", contentfulSecret);
	vi.stubEnv("CONTENTFUL_SPACE_ID", testSpaceId);
});

type HostOptions = {
	queueLimits?: QueueLimits;
	/** Returns the HTTP status with which the build hook responds. `title` is the title of the build. */
	answerHook?: (title: string) => number | Promise<number>;
	hasBackground?: boolean;
	interceptBlobs?: Intercept;
};

/** Starts a host like Netlify, with functions, Blobs and a build hook. */
async function startHost({
	queueLimits = limits,
	answerHook = () => 200,
	hasBackground = true,
	interceptBlobs,
}: HostOptions = {}) {
	const { blobs, context, close } = await startBlobs(interceptBlobs);
	onTestFinished(close);
	vi.stubEnv("NETLIFY_BLOBS_CONTEXT", context);
	/** Accepted webhooks and successful calls of the build hook, in order of arrival. */
	const events: string[] = [];
	const running = new Set<Promise<unknown>>();
	const failures: unknown[] = [];

	const hook = await startLoopback({}, async (_, { searchParams }) => {
		const title = searchParams.get("trigger_title") ?? "";
		const status = await answerHook(title);
		if (status === 200) events.push(`build: ${title}`);
		return { status, headers: {}, body: "" };
	});
	onTestFinished(() => hook.close());
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", `${hook.url}/build_hooks/secret1`);

	const host = await startLoopback({}, async (incoming, { href, pathname }) => {
		const url = href.replace(/^http:\/\/127\.0\.0\.1/, host.url);
		const init = { method: "POST", headers: incoming.headers as Record<string, string>, body: await text(incoming) };
		if (pathname === queuedBuildPath) {
			if (!hasBackground) return { status: 404, headers: {}, body: "" };
			const invocation = callQueuedBuild(new Request(url, { method: "POST" }), { queueLimits })
				.catch((error: unknown) => failures.push(error))
				.finally(() => running.delete(invocation));
			running.add(invocation);
			return { status: 202, headers: {}, body: "" };
		}
		const { status } = await rebuild(new Request(url, init), {});
		if (status === 202) events.push("webhook");
		return { status, headers: {}, body: "" };
	});
	onTestFinished(() => host.close());

	return {
		blobs,
		events,
		failures,
		countInvocations: () => host.requests.filter((request) => request === `POST ${queuedBuildPath}`).length,
		/** Sends a signed webhook. Returns the status of the response. */
		async publish(changes: Partial<ContentfulEvent> = {}): Promise<number> {
			const event = { topic: "Entry.publish", id: "home", spaceId: testSpaceId, ...changes };
			const webhook = signContentfulWebhook(contentfulSecret, "/api/rebuild", event);
			return (await fetch(`${host.url}/api/rebuild`, webhook)).status;
		},
		invoke: () => fetch(host.url + queuedBuildPath, { method: "POST" }),
		async waitForBackgroundFunctions(): Promise<void> {
			while (running.size > 0) await Promise.all(running);
		},
	};
}

const noWaits: QueueLimits = { ...limits, quietMs: 0, maxGatherMs: 60_000, intervalMs: 0 };

const createLockOfOtherInvocation = () => ({
	text: JSON.stringify({ owner: "other", expiresAt: Date.now() + 60_000 }),
	etag: '"other"',
});

const builds = (events: string[]) => events.filter((event) => event.startsWith("build"));

test("200 webhooks that arrive over half of the interval between two builds cause two builds at most, the last one after the last webhook", {
	timeout: isLong ? 180_000 : 60_000,
}, async () => {
	const burstLimits = isLong ? productLimits : limits;
	const gapMs = burstLimits.intervalMs / 2 / 199;
	const startedAt = Date.now();
	const buildSeconds: number[] = [];
	const host = await startHost({
		queueLimits: burstLimits,
		answerHook() {
			buildSeconds.push((Date.now() - startedAt) / 1_000);
			return 200;
		},
	});

	const sent: Promise<number>[] = [];
	for (let index = 0; index < 200; index++) {
		sent.push(host.publish({ id: `entry-${index}` }));
		if (index < 199) await wait(startedAt + (index + 1) * gapMs - Date.now());
	}
	const statuses = await Promise.all(sent);
	const burstMs = Date.now() - startedAt;
	await host.waitForBackgroundFunctions();
	if (isLong) console.info(`200 webhooks in ${burstMs / 1_000} s; calls of the build hook after ${buildSeconds} s`);

	expect(new Set(statuses)).toEqual(new Set([202]));
	const furtherBuilds = Math.floor(burstMs / burstLimits.intervalMs);
	expect(builds(host.events).length).toBeLessThanOrEqual(2 + furtherBuilds);
	expect(host.events.at(-1)).toMatch(/^build: Contentful: entry entry-1[89]\d published$/);
	expect([log, host.failures]).toEqual([[], []]);
});

test("a release of several entries that Contentful publishes causes one build, whose title names the release", async () => {
	const host = await startHost();
	const ids = Array.from({ length: 12 }, (_, index) => `entry-${index}`);
	await Promise.all(ids.map((id) => host.publish({ id, release: "spring-2027" })));
	await host.waitForBackgroundFunctions();
	expect(builds(host.events)).toEqual(["build: Contentful: release spring-2027"]);
});

test("a change that is published while the build hook is called gets a build of its own", {
	timeout: 30_000,
}, async () => {
	const titles: string[] = [];
	const host = await startHost({
		queueLimits: { ...limits, intervalMs: 500 },
		async answerHook(title) {
			titles.push(title);
			if (titles.length === 1) expect(await host.publish({ id: "late" })).toBe(202);
			return 200;
		},
	});
	await host.publish({ id: "early" });
	await host.waitForBackgroundFunctions();
	expect(titles).toEqual(["Contentful: entry early published", "Contentful: entry late published"]);
});

test("a change after a build gets a build of its own, which waits until the interval has passed", async () => {
	const times: number[] = [];
	const queueLimits = { ...noWaits, intervalMs: 500 };
	const answerHook = () => {
		times.push(Date.now());
		return 200;
	};
	const host = await startHost({ queueLimits, answerHook });
	for (const id of ["first", "second"]) {
		await host.publish({ id });
		await host.waitForBackgroundFunctions();
	}
	const [first = 0, second = 0, ...others] = times;
	expect(others).toEqual([]);
	expect(second - first).toBeGreaterThanOrEqual(queueLimits.intervalMs);
});

test("a build waits until no change has arrived for a while, so that it contains changes in quick succession", async () => {
	const times: number[] = [];
	const queueLimits = { ...noWaits, quietMs: 500 };
	const answerHook = () => {
		times.push(Date.now());
		return 200;
	};
	const host = await startHost({ queueLimits, answerHook });
	await host.publish({ id: "first" });
	const publishedAt = Date.now();
	await host.publish({ id: "second" });
	await host.waitForBackgroundFunctions();
	expect(host.events.at(-1)).toBe("build: Contentful: entry second published");
	expect((times.at(-1) ?? 0) - publishedAt).toBeGreaterThanOrEqual(queueLimits.quietMs);
});

test("a build starts after the maximum wait, even when changes could still follow", async () => {
	const host = await startHost({ queueLimits: { ...noWaits, quietMs: 3_600_000, maxGatherMs: 100 } });
	await host.publish();
	await host.waitForBackgroundFunctions();
	expect(builds(host.events).length).toBe(1);
});

test("a build is not delayed when the time of the last build is in the future, since clocks can differ", async () => {
	const host = await startHost({ queueLimits: noWaits });
	const call = { changeId: "earlier", calledAt: Date.now() + 3_600_000 };
	host.blobs.set("call", { text: JSON.stringify(call), etag: '"call"' });
	await host.publish();
	await host.waitForBackgroundFunctions();
	expect(builds(host.events).length).toBe(1);
});

test("an invocation whose lock another one has taken over does not call the build hook", async () => {
	let hasLost = false;
	const interceptBlobs: Intercept = ({ method, url }) => {
		if (method === "GET" && url?.endsWith("/change") && !hasLost) {
			expect(host.blobs.has("lock")).toBe(true);
			host.blobs.set("lock", createLockOfOtherInvocation());
			hasLost = true;
		}
		return false;
	};
	const host = await startHost({ queueLimits: { ...noWaits, quietMs: 500 }, interceptBlobs });
	await host.publish();
	await host.waitForBackgroundFunctions();
	expect(hasLost).toBe(true);
	expect(builds(host.events)).toEqual([]);
});

test("a webhook stores its change before it looks for a running invocation, and starts none when there is one", async () => {
	const hasChange: boolean[] = [];
	const interceptBlobs: Intercept = ({ method, url }) => {
		if (method === "GET" && url?.endsWith("/lock")) hasChange.push(host.blobs.has("change"));
		return false;
	};
	const host = await startHost({ interceptBlobs });
	host.blobs.set("lock", createLockOfOtherInvocation());
	expect(await host.publish()).toBe(202);
	expect(hasChange).toEqual([true]);
	expect(host.countInvocations()).toBe(0);
});

test("two invocations at once call the build hook once", async () => {
	const host = await startHost({ queueLimits: noWaits });
	const change = { id: "change", title: "Contentful: entry home published", recordedAt: Date.now() };
	host.blobs.set("change", { text: JSON.stringify(change), etag: '"change"' });
	await Promise.all([host.invoke(), host.invoke()]);
	await host.waitForBackgroundFunctions();
	expect(builds(host.events).length).toBe(1);
	await host.invoke();
	await host.waitForBackgroundFunctions();
	expect(builds(host.events).length).toBe(1);
});

test("a build hook that fails is called again, and the change stays pending when each attempt fails", async () => {
	const statuses = [500, 500, 200, 500, 500, 500, 500, 200];
	const host = await startHost({
		queueLimits: { ...limits, intervalMs: 100 },
		answerHook: () => statuses.shift() ?? 200,
	});
	await host.publish({ id: "first" });
	await host.waitForBackgroundFunctions();
	expect(builds(host.events)).toEqual(["build: Contentful: entry first published"]);
	await host.publish({ id: "second" });
	await host.waitForBackgroundFunctions();
	expect(host.failures).toEqual([new Error("The build hook answers 500.")]);
	// Imitates Netlify, which invokes a failed background function again.
	await host.invoke();
	await host.waitForBackgroundFunctions();
	expect(builds(host.events).at(-1)).toBe("build: Contentful: entry second published");
});

test("an invocation acquires the expired lock of an invocation that has died", async () => {
	const host = await startHost();
	const dead = { owner: "dead", expiresAt: Date.now() + 60_000 };
	host.blobs.set("lock", { text: JSON.stringify(dead), etag: '"dead"' });
	await host.publish();
	await host.waitForBackgroundFunctions();
	expect(builds(host.events)).toEqual([]);
	host.blobs.set("lock", { text: JSON.stringify({ ...dead, expiresAt: Date.now() - 1 }), etag: '"dead"' });
	await host.invoke();
	await host.waitForBackgroundFunctions();
	expect(builds(host.events).length).toBe(1);
});

test("the build hook of a host without background functions is called at once", async () => {
	const host = await startHost({ hasBackground: false });
	expect(await host.publish()).toBe(202);
	expect(builds(host.events)).toEqual(["build: Contentful: entry home published"]);
	expect(log).toEqual([
		"Rebuild: the build is not queued, but requested at once: The background function answers 404.",
	]);
});
