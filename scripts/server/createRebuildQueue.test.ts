import { expect, onTestFinished, test, vi } from "vitest";
import { createRebuildQueue } from "./createRebuildQueue.ts";

function createControlled() {
	const log: string[] = [];
	const mails: string[] = [];
	const mailService = { isOut: false };
	const contentful = { isLate: false };
	const started: PromiseWithResolvers<void>[] = [];
	const rebuildQueue = createRebuildQueue({
		rebuild: (recordDelivery) => {
			recordDelivery(() => !contentful.isLate);
			const work = Promise.withResolvers<void>();
			started.push(work);
			return work.promise;
		},
		log: (line) => log.push(line),
		sendMail: async ({ subject, text }) => {
			if (mailService.isOut) throw new Error("Brevo answers 401");
			mails.push(`${subject}: ${text}`);
		},
	});
	const hasStarted = (count: number) =>
		expect.poll(() => started.length, { timeout: 20_000 }).toBe(count);
	return { rebuildQueue, log, mails, mailService, contentful, started, hasStarted };
}

test("of many requests the first starts a rebuild, and all others share the next one", async () => {
	const { rebuildQueue, log, started, hasStarted } = createControlled();
	rebuildQueue.request("first");
	for (let count = 0; count < 50; count++) rebuildQueue.request(`other ${count}`);
	expect(started.length).toBe(1);
	started[0]?.resolve();
	await hasStarted(2);
	rebuildQueue.request("later");
	started[1]?.resolve();
	await hasStarted(3);
	started[2]?.resolve();
	await rebuildQueue.close();
	expect(log).toEqual(["Rebuild: first", "Rebuild: other 0, and 49 more", "Rebuild: later"]);
});

function createClocked() {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const controlled = createControlled();
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
	const { rebuildQueue, log, started, pass, fail } = createClocked();
	rebuildQueue.request("first");
	for (let failures = 0; failures < 9; failures++) {
		await fail();
		await pass(3_600_000);
	}
	expect(started.length).toBe(10);
	const announced = log.flatMap((line) => /next try is in (\d+) min/.exec(line)?.[1] ?? []);
	expect(announced).toEqual(["1", "2", "4", "8", "16", "32", "60", "60", "60"]);
});

test("after a successful rebuild the delay of retries is reset", async () => {
	const { rebuildQueue, pass, fail, succeed } = createClocked();
	rebuildQueue.request("first");
	await fail();
	await pass(60_000);
	await fail();
	await pass(120_000);
	await succeed();
	rebuildQueue.request("second");
	await fail();
	expect(await pass(60_000)).toBe(5);
});

test("requests during an outage do not lengthen the delay of the next retry", async () => {
	const { rebuildQueue, log, fail } = createClocked();
	for (const cause of ["first", "second", "third"]) {
		rebuildQueue.request(cause);
		await fail();
	}
	expect(log.filter((line) => line.includes("The next try is in 1 min"))).toHaveLength(3);
});

test("a request before a retry replaces it", async () => {
	const { rebuildQueue, pass, fail, succeed } = createClocked();
	rebuildQueue.request("first");
	await fail();
	rebuildQueue.request("webhook");
	await succeed();
	expect(await pass(3_600_000)).toBe(2);
});

test("a closed queue waits for the running rebuild, and starts no other", async () => {
	const { rebuildQueue, log, pass, fail } = createClocked();
	rebuildQueue.request("first");
	rebuildQueue.request("second");
	const closed = rebuildQueue.close();
	await fail();
	await closed;
	expect(await pass(3_600_000)).toBe(1);
	expect(log).toEqual(["Rebuild: first", "✗ no"]);
});

test("a lasting failure and its end are mailed once", async () => {
	const { rebuildQueue, mails, mailService, pass, fail, succeed } = createClocked();
	rebuildQueue.request("first");
	for (const isOut of [true, false]) {
		mailService.isOut = isOut;
		for (let failures = 0; failures < 3; failures++) {
			await fail();
			await pass(3_600_000);
		}
		expect(mails).toHaveLength(isOut ? 0 : 1);
	}
	expect(mails[0]).toMatch(/^The website cannot be updated: Since .* UTC .*\n\nno\n/s);
	await succeed();
	rebuildQueue.request("later");
	await succeed();
	expect(mails.slice(1)).toEqual([expect.stringContaining("The website is up to date again")]);
});

test("a failure shorter than ten minutes is not mailed", async () => {
	const { rebuildQueue, mails, pass, fail, succeed } = createClocked();
	for (const cause of ["first", "second"]) {
		rebuildQueue.request(cause);
		await fail();
		await pass(540_000);
		await succeed();
	}
	expect(mails).toEqual([]);
});

const published = { type: "Entry", id: "home", revision: 2, deletedAt: undefined } as const;

/** Lets time pass by seconds, with rebuilds that succeed at once. Returns the seconds in which rebuilds have started. */
async function runSeconds(
	{ started, pass, succeed }: ReturnType<typeof createClocked>,
	count: number,
) {
	const seconds: number[] = [];
	await succeed();
	for (let second = 1; second <= count; second++) {
		const countBefore = started.length;
		if ((await pass(1_000)) > countBefore) seconds.push(second);
		await succeed();
	}
	return seconds;
}

test("rebuilds are repeated until Contentful delivers the change", async () => {
	const clocked = createClocked();
	clocked.contentful.isLate = true;
	clocked.rebuildQueue.request("publication", published);
	expect(await runSeconds(clocked, 100)).toEqual([1, 2, 4, 8, 16, 32, 62, 92]);
	clocked.contentful.isLate = false;
	expect(await runSeconds(clocked, 3_600)).toEqual([22]);
	expect(clocked.log).toContain(
		"Rebuild: Contentful does not deliver entry home yet. The next try is in 4 s at the latest.",
	);
});

test("a change that is late by five minutes is a mailed failure", async () => {
	const clocked = createClocked();
	clocked.contentful.isLate = true;
	clocked.rebuildQueue.request("publication", published);
	expect((await runSeconds(clocked, 1_300)).slice(-6)).toEqual([272, 302, 362, 482, 722, 1_202]);
	expect(clocked.mails).toEqual([
		expect.stringContaining(
			"Contentful has not delivered the change of entry home for five minutes.",
		),
	]);
});

test("a failed rebuild is soon repeated while a change is awaited", async () => {
	const { rebuildQueue, contentful, pass, fail } = createClocked();
	rebuildQueue.request("outage");
	await fail();
	contentful.isLate = true;
	rebuildQueue.request("publication", published);
	await fail();
	expect(await pass(1_000)).toBe(3);
});
