import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { identifyVisitor } from "../../api/http/visitor.ts";
import { dailyLimits } from "../../api/subscription/confirmationThrottle.ts";
import { createPseudonyms } from "../../api/subscription/pseudonyms.ts";
import { makeFolder } from "../../tests/folders.ts";
import { openFileThrottle } from "./fileThrottle.ts";

const hourMs = 60 * 60 * 1000;

type Options = { folder?: string; now?: () => number; limits?: Partial<typeof dailyLimits> };

async function openThrottle({ folder, now, limits }: Options = {}) {
	const path = folder ?? (await makeNewFolder());
	const claim = openFileThrottle(path, now, { ...dailyLimits, ...limits });
	return async (email: string, ip?: string) => {
		const { outcome } = await claim(createPseudonyms(email, identifyVisitor(ip), "key"));
		return outcome;
	};
}

const makeNewFolder = async () => join(await makeFolder(), "throttle");

async function subscribeFrom(subscribe: (email: string, ip: string) => Promise<string>, ips: string[]) {
	const outcomes: string[] = [];
	for (const [index, ip] of ips.entries()) outcomes.push(await subscribe(`reader-${ip}-${index}@reader.example`, ip));
	return outcomes;
}

const [granted, visitorLimit, quota] = ["granted", "visitorLimitReached", "quotaReached"];

test("of many concurrent subscriptions of a mailbox one is granted", async () => {
	const subscribe = await openThrottle();
	const outcomes = await Promise.all(Array.from({ length: 40 }, () => subscribe("anna@reader.example")));
	expect(outcomes.filter((outcome) => outcome === granted).length).toBe(1);
});

test("a mailbox is granted no second mail after a restart", async () => {
	const folder = await makeNewFolder();
	await (await openThrottle({ folder }))("anna@reader.example");
	expect(await (await openThrottle({ folder }))("anna@reader.example")).toBe("alreadySent");
});

test("a mailbox is granted a mail again after 24 hours, not at midnight", async () => {
	let now = Date.parse("2026-11-22T23:30Z");
	const subscribe = await openThrottle({ now: () => now });
	const outcomes: string[] = [];
	for (const hours of [0, 1, 23, 48]) {
		now += hours * hourMs;
		outcomes.push(await subscribe("anna@reader.example"));
	}
	expect(outcomes).toEqual([granted, "alreadySent", granted, granted]);
});

test("a mail that is released can be claimed again", async () => {
	const claim = openFileThrottle(await makeNewFolder());
	const first = await claim({ mailbox: "a" });
	if (first.outcome === "granted") await first.release();
	expect(await claim({ mailbox: "a" })).toMatchObject({ outcome: granted });
});

test("a visitor at the daily limit is refused until midnight UTC", async () => {
	const now = Date.parse("2026-11-22T22:59:30Z");
	const claim = openFileThrottle(await makeNewFolder(), () => now, { ...dailyLimits, visitor: 1 });
	const visitor = { id: "visitor", network: "network" };
	await claim({ mailbox: "a", visitor });
	const refusal = await claim({ mailbox: "b", visitor });
	expect(refusal).toEqual({ outcome: visitorLimit, retryAfterSeconds: 3_630 });
});

test("the daily limit of a visitor ends with the day", async () => {
	let now = Date.parse("2026-11-22T12:00Z");
	const subscribe = await openThrottle({ now: () => now, limits: { visitor: 1 } });
	expect(await subscribeFrom(subscribe, ["203.0.113.9", "203.0.113.9"])).toEqual([granted, visitorLimit]);
	now += 24 * hourMs;
	expect(await subscribe("new@reader.example", "203.0.113.9")).toBe(granted);
});

test("the daily limit of a visitor outlasts a restart", async () => {
	const folder = await makeNewFolder();
	const limits = { visitor: 1 };
	await (await openThrottle({ folder, limits }))("anna@reader.example", "203.0.113.9");
	const subscribe = await openThrottle({ folder, limits });
	expect(await subscribe("boris@reader.example", "203.0.113.9")).toBe(visitorLimit);
});

test("a visitor who changes the address within a /64 stays at the daily limit", async () => {
	const subscribe = await openThrottle({ limits: { visitor: 2 } });
	const ips = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::3"];
	expect(await subscribeFrom(subscribe, ips)).toEqual([granted, granted, visitorLimit]);
});

test("concurrent subscriptions of a visitor do not exceed the daily limit", async () => {
	const subscribe = await openThrottle({ limits: { visitor: 5 } });
	const requests = Array.from({ length: 40 }, (_, index) => subscribe(`${index}@reader.example`, "203.0.113.9"));
	const outcomes = await Promise.all(requests);
	expect(outcomes.filter((outcome) => outcome === granted).length).toBeLessThanOrEqual(5);
});

test("a visitor at the daily limit gets the same outcome for mailboxes with and without a mail", async () => {
	const subscribe = await openThrottle({ limits: { visitor: 1 } });
	await subscribe("anna@reader.example", "203.0.113.9");
	expect(await subscribe("anna@reader.example", "203.0.113.9")).toBe(visitorLimit);
	expect(await subscribe("boris@reader.example", "203.0.113.9")).toBe(visitorLimit);
});

test("repeated subscriptions of a mailbox count as much as new ones", async () => {
	const subscribe = await openThrottle({ limits: { visitor: 2 } });
	const outcomes: string[] = [];
	for (let time = 0; time < 3; time++) outcomes.push(await subscribe("anna@reader.example", "203.0.113.9"));
	expect(outcomes).toEqual([granted, "alreadySent", visitorLimit]);
});

test("an owner of a /48 who changes the /64 is limited as a network, and other networks are not", async () => {
	const subscribe = await openThrottle({ limits: { network: 3 } });
	const ips = Array.from({ length: 5 }, (_, index) => `2001:db8:1:${index}::1`);
	expect(await subscribeFrom(subscribe, ips)).toEqual([granted, granted, granted, visitorLimit, visitorLimit]);
	expect(await subscribe("anna@reader.example", "2001:db8:2::1")).toBe(granted);
});

test("requests of a visitor above the daily limit do not count for the network", async () => {
	const subscribe = await openThrottle({ limits: { visitor: 1, network: 3 } });
	await subscribeFrom(subscribe, Array<string>(6).fill("203.0.113.9"));
	expect(await subscribe("anna@reader.example", "203.0.113.10")).toBe(granted);
});

test("a network at its limit stores nothing for further addresses", async () => {
	const folder = await makeNewFolder();
	const subscribe = await openThrottle({ folder, limits: { network: 1 } });
	await subscribe("anna@reader.example", "2001:db8:1:1::1");
	const files = await readdir(folder, { recursive: true });
	await subscribeFrom(subscribe, ["2001:db8:1:2::1", "2001:db8:1:3::1"]);
	expect(await readdir(folder, { recursive: true })).toEqual(files);
});

test("when the shared quota is used up, each network that has had no mail still gets one from the reserve", async () => {
	const subscribe = await openThrottle({ limits: { shared: 2, reserve: 2 } });
	const flood = await subscribeFrom(subscribe, Array<string>(4).fill("203.0.113.9"));
	expect(flood).toEqual([granted, granted, quota, quota]);
	const readers = ["198.51.100.1", "198.51.100.2", "2001:db8:1:2::1", "192.0.2.1"];
	expect(await subscribeFrom(subscribe, readers)).toEqual([granted, quota, granted, quota]);
});

test("when quota and reserve are used up, every visitor gets the same outcome and nothing is stored", async () => {
	const folder = await makeNewFolder();
	const subscribe = await openThrottle({ folder, limits: { shared: 1, reserve: 1 } });
	await subscribeFrom(subscribe, ["203.0.113.9", "198.51.100.1"]);
	const files = await readdir(folder, { recursive: true });
	expect(await subscribeFrom(subscribe, ["203.0.113.9", "192.0.2.1"])).toEqual([quota, quota]);
	expect(await readdir(folder, { recursive: true })).toEqual(files);
});

test("a subscription without an IP address uses the shared quota only", async () => {
	const subscribe = await openThrottle({ limits: { visitor: 1, network: 1, shared: 2 } });
	const outcomes: string[] = [];
	for (const name of ["a", "b", "c"]) outcomes.push(await subscribe(`${name}@reader.example`));
	expect(outcomes).toEqual([granted, granted, quota]);
});

test("the limits are 10,000 mails a day, 50 of them for one visitor and 200 for one network", () => {
	expect(dailyLimits.shared + dailyLimits.reserve).toBe(10_000);
	expect(dailyLimits).toMatchObject({ visitor: 50, network: 200 });
});

test("hashes are deleted after two days at most, also without further subscriptions", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "Date"], now: Date.parse("2026-11-22T12:00Z") });
	onTestFinished(() => void vi.useRealTimers());
	const folder = await makeNewFolder();
	const subscribe = await openThrottle({ folder });
	vi.setSystemTime("2026-11-23T00:01Z");
	await subscribe("anna@reader.example");
	expect(await readdir(folder)).toEqual(["2026-11-23"]);
	await vi.advanceTimersByTimeAsync(48 * hourMs);
	await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
});

test("folders of expired days are deleted at a start", async () => {
	const folder = await makeFolder({ files: { "2026-11-20/mailbox-1": "", "2026-11-22/mailbox-2": "" } });
	await openThrottle({ folder, now: () => Date.parse("2026-11-22T12:00Z") });
	await vi.waitFor(async () => expect(await readdir(folder)).toEqual(["2026-11-22"]));
});

test("no file names an e-mail or IP address, and only the owner can read the files", async () => {
	const folder = await makeNewFolder();
	const subscribe = await openThrottle({ folder });
	await subscribe("oneil@gmail.com", "203.0.113.9");
	await subscribe("anna@reader.example", "2001:db8:1:2::1");
	const names = await readdir(folder, { recursive: true });
	expect(names.join("\n")).not.toMatch(/neil|gmail|anna|203\.0|2001:|db8/i);
	const modes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mode & 0o077));
	expect(new Set(modes)).toEqual(new Set([0]));
});

test("the error of a folder that cannot be written names the cause", async () => {
	const file = join(await makeFolder({ files: { throttle: "" } }), "throttle");
	const claim = openFileThrottle(file);
	await expect(claim({ mailbox: "a" })).rejects.toThrow("the throttle of confirmation mails cannot be stored: ENOTDIR");
});
