import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createRebuilds } from "./rebuilds.ts";

/** Rebuilds that end when they are told to. */
function controlled(options = {}) {
	const log: string[] = [];
	const started: PromiseWithResolvers<void>[] = [];
	const rebuilds = createRebuilds({
		rebuild: () => {
			const work = Promise.withResolvers<void>();
			started.push(work);
			return work.promise;
		},
		log: (line) => log.push(line),
		pause: 1,
		...options,
	});
	const begun = (count: number) => expect.poll(() => started.length).toBe(count);
	return { rebuilds, log, started, begun };
}

test("one runs and one waits, however many ask, and begins after all of them came", async () => {
	const { rebuilds, log, started, begun } = controlled();
	const first = rebuilds.request("first");
	const others = Array.from({ length: 50 }, (_, count) => rebuilds.request(`other ${count}`));
	const find = () => [first, ...others].map((id) => rebuilds.find(id)?.status);
	expect(find()).toEqual(["running", ...others.map(() => "queued")]);
	expect(started.length).toBe(1);
	started[0]?.resolve();
	await begun(2);
	const later = rebuilds.request("later");
	expect(find()).toEqual(["live", ...others.map(() => "running")]);
	expect(rebuilds.find(later)).toEqual({ status: "queued" });
	started[1]?.resolve();
	await begun(3);
	expect(find()).toEqual(["live", ...others.map(() => "live")]);
	started[2]?.resolve();
	await rebuilds.close();
	expect(log).toEqual(["Rebuild: first", "Rebuild: other 0, and 49 more", "Rebuild: later"]);
});

test("one that follows upon another waits for more requests", async () => {
	const { rebuilds, log, started, begun } = controlled({ pause: 200 });
	rebuilds.request("first");
	rebuilds.request("second");
	started[0]?.resolve();
	await wait(50);
	rebuilds.request("third");
	await begun(2);
	expect(log).toEqual(["Rebuild: first", "Rebuild: second, and 1 more"]);
});

test("a failure is tried again, later each time until one succeeds, and a request before that takes its place", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const { rebuilds, started } = controlled({ again: 1000 });
	const turn = () => new Promise((resolve) => setImmediate(resolve));
	const pass = async (milliseconds: number, begun: number) => {
		await vi.advanceTimersByTimeAsync(milliseconds);
		await turn();
		expect(started.length).toBe(begun);
	};
	const fail = () => {
		started.at(-1)?.reject(new Error("no"));
		return turn();
	};
	rebuilds.request("first");
	await fail();
	await pass(1000, 2);
	await fail();
	await pass(1999, 2);
	await pass(1, 3);
	started.at(-1)?.resolve();
	await turn();
	rebuilds.request("second");
	await fail();
	await pass(1000, 5);
	await fail();
	const last = rebuilds.request("webhook");
	started.at(-1)?.resolve();
	await turn();
	expect(rebuilds.find(last)).toEqual({ status: "live" });
	await pass(10_000, 6);
});

test("when it is closed, the one under way is finished and no other begun", async () => {
	const { rebuilds, started } = controlled();
	rebuilds.request("first");
	const waiting = rebuilds.request("second");
	const closed = rebuilds.close();
	started[0]?.resolve();
	await closed;
	expect(started.length).toBe(1);
	expect(rebuilds.find(waiting)).toEqual({ status: "queued" });
	expect(rebuilds.find("unknown")).toBeUndefined();
});
