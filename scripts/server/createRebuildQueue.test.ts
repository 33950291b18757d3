import { expect, test, vi } from "vitest";
import type { Locale } from "../../content/locales.ts";
import { replaceTimers } from "../../tests/standIns.ts";
import type { DeliveryCheck } from "../pull/contentful/createDeliveryCheck.ts";
import { createRebuildQueue } from "./createRebuildQueue.ts";

const published = { type: "entry", id: "home", revision: 2, deletedAt: undefined } as const;

const space = { apiUrl: "https://cdn.contentful.com", spaceId: "s", environment: "master" };

/** Creates a queue whose rebuilds end when the test says so. */
function createQueue(locale: Locale = "en-US") {
	replaceTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
	const log: string[] = [];
	const mails: string[] = [];
	const started: PromiseWithResolvers<DeliveryCheck>[] = [];
	const services = { isBrevoOut: false, lateIds: [""] };
	const queue = createRebuildQueue({
		rebuild: () => {
			const work = Promise.withResolvers<DeliveryCheck>();
			started.push(work);
			return work.promise;
		},
		log: (line) => log.push(line),
		space,
		locale,
		sendMail: async ({ subject, text }) => {
			if (services.isBrevoOut) throw new Error("Brevo answers 401");
			mails.push(`${subject}: ${text}`);
		},
	});
	const end = (isSuccess: boolean) => {
		if (isSuccess) started.at(-1)?.resolve(({ id }) => !services.lateIds.includes(id));
		else started.at(-1)?.reject(new Error("no"));
		return new Promise((resolve) => setImmediate(resolve));
	};
	/** Lets time pass, with rebuilds that end at once. Returns the seconds in which rebuilds have started. */
	async function runSeconds(count: number, isSuccess: boolean): Promise<number[]> {
		const seconds: number[] = [];
		await end(isSuccess);
		for (let second = 1; second <= count; second++) {
			const countBefore = started.length;
			await vi.advanceTimersByTimeAsync(1_000);
			if (started.length > countBefore) seconds.push(second);
			await end(isSuccess);
		}
		return seconds;
	}
	return { queue, log, mails, started, services, end, runSeconds };
}

test("requests during a rebuild share the next one", async () => {
	const { queue, log, started, end } = createQueue();
	queue.request("first");
	for (let count = 0; count < 50; count++) queue.request(`other ${count}`);
	expect(started.length).toBe(1);
	await end(true);
	await end(true);
	expect(log).toEqual(["Rebuild: first", "Rebuild: other 49"]);
});

test("a clock that is set back changes neither retries nor mails", async () => {
	const { queue, mails, runSeconds } = createQueue();
	queue.request("first");
	await runSeconds(60, false);
	vi.setSystemTime(Date.now() - 24 * 3_600_000);
	expect((await runSeconds(600, false)).length).toBeLessThan(25);
	expect(mails.length).toBe(1);
});

test("a failed rebuild is retried after a growing delay", async () => {
	const { queue, log, runSeconds } = createQueue();
	queue.request("first");
	expect((await runSeconds(3_600, false)).slice(0, 7)).toEqual([1, 2, 4, 8, 16, 32, 62]);
	expect(log.at(-1)).toMatch(/^Rebuild: not up to date\. Next try in \d{4} s at the latest\.$/);
	expect(await runSeconds(4 * 3_600, true)).toHaveLength(1);
});

test("a request before a retry replaces it", async () => {
	const { queue, runSeconds, end } = createQueue();
	queue.request("first");
	await end(false);
	queue.request("webhook");
	expect(await runSeconds(3_600, true)).toEqual([]);
});

test("a webhook during a lasting failure is retried soon", async () => {
	const { queue, runSeconds } = createQueue();
	queue.request("first");
	await runSeconds(3_600, false);
	queue.request("webhook");
	expect(await runSeconds(10, false)).toEqual([1, 2, 4, 8]);
});

test("a closed queue starts no rebuild", async () => {
	const { queue, log, runSeconds, end } = createQueue();
	queue.request("first");
	queue.request("second");
	queue.close();
	await end(false);
	expect(await runSeconds(3_600, false)).toEqual([]);
	expect(log.slice(0, 2)).toEqual(["Rebuild: first", "✗ no"]);
});

test("a failure of ten minutes and its end are mailed once", async () => {
	const { queue, mails, services, runSeconds } = createQueue();
	queue.request("short");
	await runSeconds(500, false);
	await runSeconds(500, true);
	expect(mails).toEqual([]);
	queue.request("lasting");
	services.isBrevoOut = true;
	await runSeconds(1_800, false);
	services.isBrevoOut = false;
	await runSeconds(7_200, false);
	expect(mails).toEqual([
		expect.stringMatching(/^The website cannot be updated: Since .* UTC .*\n\nno\n/s),
	]);
	await runSeconds(3_600, true);
	expect(mails.slice(1)).toEqual([expect.stringContaining("up to date again")]);
});

test("rebuilds are repeated until Contentful delivers the change", async () => {
	const { queue, log, services, runSeconds } = createQueue();
	services.lateIds = ["home"];
	queue.request("publication", published);
	expect(await runSeconds(100, true)).toEqual([1, 2, 4, 8, 16, 32, 62, 92]);
	services.lateIds = [];
	expect(await runSeconds(3_600, true)).toEqual([22]);
	expect(log).toContain("Rebuild: not up to date. Next try in 4 s at the latest.");
});

const homeUrl = "https://app.contentful.com/spaces/s/environments/master/entries/home";

test.each<[Locale, ...sentences: string[]]>([
	["en-US", "Contentful has not delivered the change yet.", `Entry [home] ${homeUrl}\n`],
	["ru", "Contentful ещё не отдал это изменение.", `Запись [home] ${homeUrl}\n`],
])("a change that is late by ten minutes is mailed: %s", async (locale, ...sentences) => {
	const { queue, mails, services, runSeconds } = createQueue(locale);
	services.lateIds = ["home"];
	queue.request("publication", published);
	await runSeconds(1_500, true);
	expect(mails).toHaveLength(1);
	for (const sentence of sentences) expect(mails[0]).toContain(sentence);
});

test("a mail in Russian introduces an error message in English", async () => {
	const { queue, log, mails, runSeconds } = createQueue("ru");
	queue.request("first");
	await runSeconds(1_500, false);
	expect(mails).toEqual([expect.stringContaining("(на\u00a0английском): no\n")]);
	expect(log).toContain("✗ no");
});

test("changes that are each late for a minute are not mailed", async () => {
	const { queue, mails, services, runSeconds } = createQueue();
	for (let minute = 0; minute < 15; minute++) {
		const id = `item-${minute}`;
		services.lateIds = [id];
		queue.request("publication", { ...published, id });
		await runSeconds(60, true);
	}
	expect(mails).toEqual([]);
});

test("a late change that is published again is no longer the oldest", async () => {
	const { queue, services, end } = createQueue();
	services.lateIds = ["home", "about"];
	for (const id of ["home", "about", "home"]) {
		vi.advanceTimersByTime(60_000);
		queue.request("publication", { ...published, id });
	}
	await end(true);
	expect(performance.now() - Number(queue.status.failing?.sinceMs)).toBe(60_000);
});
