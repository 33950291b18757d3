import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createRebuilds } from "./rebuilds.ts";

function createControlled(options = {}) {
	const log: string[] = [];
	const started: PromiseWithResolvers<void>[] = [];
	const rebuilds = createRebuilds({
		rebuild: () => {
			const work = Promise.withResolvers<void>();
			started.push(work);
			return work.promise;
		},
		log: (line) => log.push(line),
		debounceMs: 1,
		...options,
	});
	const hasStarted = (count: number) => expect.poll(() => started.length, { timeout: 20_000 }).toBe(count);
	return { rebuilds, log, started, hasStarted };
}

test("of many requests the first starts a rebuild, and all others share the next one", async () => {
	const { rebuilds, log, started, hasStarted } = createControlled();
	const first = rebuilds.request("first");
	const others = Array.from({ length: 50 }, (_, count) => rebuilds.request(`other ${count}`));
	const find = () => [first, ...others].map((id) => rebuilds.findStatus(id)?.status);
	expect(find()).toEqual(["running", ...others.map(() => "queued")]);
	expect(started.length).toBe(1);
	started[0]?.resolve();
	await hasStarted(2);
	const later = rebuilds.request("later");
	expect(find()).toEqual(["live", ...others.map(() => "running")]);
	expect(rebuilds.findStatus(later)).toEqual({ status: "queued" });
	started[1]?.resolve();
	await hasStarted(3);
	expect(find()).toEqual(["live", ...others.map(() => "live")]);
	started[2]?.resolve();
	await rebuilds.close();
	expect(log).toEqual(["Rebuild: first", "Rebuild: other 0, and 49 more", "Rebuild: later"]);
});

test("a rebuild that follows another waits for more requests", async () => {
	const { rebuilds, log, started, hasStarted } = createControlled({ debounceMs: 500 });
	rebuilds.request("first");
	rebuilds.request("second");
	started[0]?.resolve();
	// Lets the first rebuild end.
	await wait(0);
	rebuilds.request("third");
	await hasStarted(2);
	expect(log).toEqual(["Rebuild: first", "Rebuild: second, and 1 more"]);
});

test("only the last 10,000 requests have a status", () => {
	const { rebuilds } = createControlled();
	const ids = Array.from({ length: 10_001 }, () => rebuilds.request("webhook"));
	expect(rebuilds.findStatus(ids[0] ?? "")).toBeUndefined();
	expect(rebuilds.findStatus(ids[1] ?? "")).toEqual({ status: "queued" });
	expect(rebuilds.findStatus(ids.at(-1) ?? "")).toEqual({ status: "queued" });
});

test("an unknown id has no status", () => {
	const { rebuilds } = createControlled();
	expect(rebuilds.findStatus("unknown")).toBeUndefined();
});

function createClocked() {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const controlled = createControlled({ retryDelayMs: 60_000 });
	const settle = () => new Promise((resolve) => setImmediate(resolve));
	return {
		...controlled,
		async pass(ms: number): Promise<number> {
			await vi.advanceTimersByTimeAsync(ms);
			await settle();
			return controlled.started.length;
		},
		fail(): Promise<unknown> {
			controlled.started.at(-1)?.reject(new Error("no"));
			return settle();
		},
		succeed(): Promise<unknown> {
			controlled.started.at(-1)?.resolve();
			return settle();
		},
	};
}

test("a failed rebuild is retried after a delay that doubles", async () => {
	const { rebuilds, pass, fail } = createClocked();
	rebuilds.request("first");
	await fail();
	expect(await pass(59_999)).toBe(1);
	expect(await pass(1)).toBe(2);
	await fail();
	expect(await pass(119_999)).toBe(2);
	expect(await pass(1)).toBe(3);
});

test("the delay of a retry is an hour at most", async () => {
	const { rebuilds, log, started, pass, fail } = createClocked();
	rebuilds.request("first");
	for (let failures = 0; failures < 40; failures++) {
		await fail();
		await pass(3_600_000);
	}
	expect(started.length).toBe(41);
	const announced = log.flatMap((line) => /next try is in (\d+) min/.exec(line)?.[1] ?? []);
	expect(announced.slice(0, 9)).toEqual(["1", "2", "4", "8", "16", "32", "60", "60", "60"]);
	expect(new Set(announced.slice(6))).toEqual(new Set(["60"]));
});

test("after a successful rebuild the delay of retries is reset", async () => {
	const { rebuilds, pass, fail, succeed } = createClocked();
	rebuilds.request("first");
	await fail();
	await pass(60_000);
	await fail();
	await pass(120_000);
	await succeed();
	rebuilds.request("second");
	await fail();
	expect(await pass(60_000)).toBe(5);
});

test("a request before a retry replaces it", async () => {
	const { rebuilds, pass, fail, succeed } = createClocked();
	rebuilds.request("first");
	await fail();
	const webhook = rebuilds.request("webhook");
	await succeed();
	expect(rebuilds.findStatus(webhook)).toEqual({ status: "live" });
	expect(await pass(3_600_000)).toBe(2);
});

test("the monitor is notified of each start with its cause, and of each end with its reasons", async () => {
	const events: unknown[] = [];
	const monitor = {
		recordRebuildStart: (cause: string) => void events.push(cause),
		recordRebuildEnd: (reasons?: string[]) => void events.push(reasons),
	};
	const { rebuilds, started, hasStarted } = createControlled({ monitor });
	rebuilds.request("first");
	rebuilds.request("second");
	started[0]?.reject(new Error("no"));
	await hasStarted(2);
	started[1]?.resolve();
	await rebuilds.close();
	expect(events).toEqual(["first", ["no"], "second", undefined]);
});

test("a closed queue waits for the running rebuild, and starts no other", async () => {
	const { rebuilds, started } = createControlled();
	rebuilds.request("first");
	const waiting = rebuilds.request("second");
	const closed = rebuilds.close();
	started[0]?.resolve();
	await closed;
	expect(started.length).toBe(1);
	expect(rebuilds.findStatus(waiting)).toEqual({ status: "queued" });
});

test("a closed queue does not retry a failed rebuild", async () => {
	const { rebuilds, pass, fail } = createClocked();
	rebuilds.request("first");
	await fail();
	await rebuilds.close();
	expect(await pass(3_600_000)).toBe(1);
});

test.each([0, 1, 2, 3, 4, 5])(
	"a request that arrives %i microtasks after the end of a rebuild starts the next rebuild",
	async (microtasks) => {
		const causes: string[] = [];
		const monitor = {
			recordRebuildStart: (cause: string) => void causes.push(cause),
			recordRebuildEnd: () => {
				if (causes.length === 1) void requestLater();
			},
		};
		const rebuilds = createRebuilds({ rebuild: async () => {}, log: () => {}, monitor, debounceMs: 0 });
		async function requestLater(): Promise<void> {
			for (let count = 0; count < microtasks; count++) await undefined;
			rebuilds.request("second");
		}
		rebuilds.request("first");
		await expect.poll(() => causes, { timeout: 20_000 }).toEqual(["first", "second"]);
	},
);
