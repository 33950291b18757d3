import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { identifyVisitor } from "../../api/http/visitor.ts";
import { dailyLimits } from "../../api/subscription/confirmationThrottle.ts";
import { createPseudonyms } from "../../api/subscription/pseudonyms.ts";
import { makeFolder } from "../../tests/folders.ts";
import { openFileThrottle } from "./fileThrottle.ts";

const hourMs = 60 * 60 * 1000;

type Options = { folder?: string; limits?: Partial<typeof dailyLimits> };

function setTime(time: string): void {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(time) });
	onTestFinished(() => void vi.useRealTimers());
}

async function openThrottle({ folder, limits }: Options = {}) {
	const path = folder ?? (await makeNewFolder());
	const claim = openFileThrottle(path, { ...dailyLimits, ...limits });
	return async (email: string, ip?: string) => {
		const { outcome } = await claim(createPseudonyms(email, identifyVisitor(ip), "key"));
		return outcome;
	};
}

const makeNewFolder = async () => join(await makeFolder(), "throttle");

async function subscribeFrom(
	subscribe: (email: string, ip: string) => Promise<string>,
	ips: string[],
) {
	const outcomes: string[] = [];
	for (const [index, ip] of ips.entries())
		outcomes.push(await subscribe(`reader-${ip}-${index}@reader.example`, ip));
	return outcomes;
}

const [granted, alreadySent, visitorLimit, quota] = [
	"granted",
	"alreadySent",
	"visitorLimitReached",
	"quotaReached",
];

test("a thousand concurrent subscriptions of a mailbox, from a hundred addresses, are granted one mail", async () => {
	const subscribe = await openThrottle();
	const requests = Array.from({ length: 1_000 }, (_, index) => {
		return subscribe("anna@reader.example", `203.0.113.${index % 100}`);
	});
	const outcomes = await Promise.all(requests);
	expect(outcomes.filter((outcome) => outcome === granted).length).toBe(1);
	expect(new Set(outcomes)).toEqual(new Set([granted, alreadySent]));
});

test("mailboxes with a mail, and all subscriptions of a visitor, still count after a restart", async () => {
	const folder = await makeNewFolder();
	const limits = { visitor: 2 };
	await (await openThrottle({ folder, limits }))("anna@reader.example", "203.0.113.9");
	const subscribe = await openThrottle({ folder, limits });
	expect(await subscribe("anna@reader.example", "203.0.113.9")).toBe(alreadySent);
	expect(await subscribe("boris@reader.example", "203.0.113.9")).toBe(visitorLimit);
});

test("a mailbox is granted a mail again on the next day", async () => {
	setTime("2026-11-22T00:30Z");
	const subscribe = await openThrottle();
	const outcomes: string[] = [];
	for (const hours of [0, 23, 1]) {
		vi.setSystemTime(Date.now() + hours * hourMs);
		outcomes.push(await subscribe("anna@reader.example"));
	}
	expect(outcomes).toEqual([granted, alreadySent, granted]);
});

test("a visitor at the daily limit is refused until midnight UTC", async () => {
	setTime("2026-11-22T22:59:30Z");
	const claim = openFileThrottle(await makeNewFolder(), { ...dailyLimits, visitor: 1 });
	await claim({ mailbox: "a", visitor: "visitor" });
	const refusal = await claim({ mailbox: "b", visitor: "visitor" });
	expect(refusal).toEqual({ outcome: visitorLimit, retryAfterSeconds: 3_630 });
	vi.setSystemTime(Date.now() + 3_630_000);
	expect(await claim({ mailbox: "b", visitor: "visitor" })).toMatchObject({ outcome: granted });
});

test("concurrent subscriptions of a visitor do not exceed the daily limit", async () => {
	const subscribe = await openThrottle({ limits: { visitor: 5 } });
	const requests = Array.from({ length: 40 }, (_, index) =>
		subscribe(`${index}@reader.example`, "203.0.113.9"),
	);
	const outcomes = await Promise.all(requests);
	expect(outcomes.filter((outcome) => outcome === granted).length).toBeLessThanOrEqual(5);
});

test("a visitor at the daily limit gets the same outcome for mailboxes with and without a mail", async () => {
	const subscribe = await openThrottle({ limits: { visitor: 1 } });
	await subscribe("anna@reader.example", "203.0.113.9");
	expect(await subscribe("anna@reader.example", "203.0.113.9")).toBe(visitorLimit);
	expect(await subscribe("boris@reader.example", "203.0.113.9")).toBe(visitorLimit);
});

// At ten requests a minute, one visitor would use up the limit of all in 17 hours.
test("a visitor who sends as many subscriptions as the limit of all leaves nearly all of them to others", async () => {
	const limits = { visitor: 2, all: 20 };
	const subscribe = await openThrottle({ limits });
	const outcomes = await subscribeFrom(subscribe, Array<string>(limits.all).fill("203.0.113.9"));
	expect(outcomes.filter((outcome) => outcome === granted).length).toBe(limits.visitor);
	const readers = Array.from(
		{ length: limits.all - limits.visitor },
		(_, index) => `198.51.100.${index}`,
	);
	expect(new Set(await subscribeFrom(subscribe, readers))).toEqual(new Set([granted]));
	expect(await subscribe("late@reader.example", "192.0.2.1")).toBe(quota);
});

test("when the limit of all is reached, every visitor gets the same outcome and nothing is stored", async () => {
	const folder = await makeNewFolder();
	const subscribe = await openThrottle({ folder, limits: { all: 1 } });
	await subscribe("anna@reader.example", "203.0.113.9");
	const files = await readdir(folder, { recursive: true });
	expect(await subscribeFrom(subscribe, ["203.0.113.9", "192.0.2.1"])).toEqual([quota, quota]);
	expect(await readdir(folder, { recursive: true })).toEqual(files);
});

test("a subscription without an IP address counts towards the limit of all only", async () => {
	const subscribe = await openThrottle({ limits: { visitor: 1, all: 2 } });
	const outcomes: string[] = [];
	for (const name of ["a", "b", "c"]) outcomes.push(await subscribe(`${name}@reader.example`));
	expect(outcomes).toEqual([granted, granted, quota]);
});

test("hashes are deleted after the day, also without further subscriptions", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "Date"], now: Date.parse("2026-11-22T12:00Z") });
	onTestFinished(() => void vi.useRealTimers());
	const folder = await makeNewFolder();
	const subscribe = await openThrottle({ folder });
	await subscribe("anna@reader.example");
	expect(await readdir(folder)).toEqual(["2026-11-22"]);
	await vi.advanceTimersByTimeAsync(12 * hourMs);
	await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
});

test("folders of past days are deleted at a start", async () => {
	const folder = await makeFolder({
		files: { "2026-11-21/mailbox-1": "", "2026-11-22/mailbox-2": "" },
	});
	setTime("2026-11-22T12:00Z");
	await openThrottle({ folder });
	await vi.waitFor(async () => expect(await readdir(folder)).toEqual(["2026-11-22"]));
});

test("no file names an e-mail or IP address, and only the owner can read the files", async () => {
	const folder = await makeNewFolder();
	const subscribe = await openThrottle({ folder });
	await subscribe("oneil@gmail.com", "203.0.113.9");
	await subscribe("anna@reader.example", "2001:db8:1:2::1");
	const names = await readdir(folder, { recursive: true });
	expect(names.join("\n")).not.toMatch(/neil|gmail|anna|203\.0|2001:|db8/i);
	const modes = await Promise.all(
		names.map(async (name) => (await stat(join(folder, name))).mode & 0o077),
	);
	expect(new Set(modes)).toEqual(new Set([0]));
});

test("the error of a folder that cannot be written names the cause", async () => {
	const file = join(await makeFolder({ files: { throttle: "" } }), "throttle");
	const claim = openFileThrottle(file);
	const cause = "the throttle of confirmation mails cannot be stored: ENOTDIR";
	await expect(claim({ mailbox: "a", visitor: undefined })).rejects.toThrow(cause);
});
