import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Mail } from "../../api/http/sendMail.ts";
import { makeFolder } from "../../tests/folders.ts";
import { createStatusMonitor } from "./createStatusMonitor.ts";

const minuteMs = 60_000;
const outage = "Contentful is out of order (503).";
const [failure, recovery] = ["The website cannot be updated", "The website is up to date again"];

let folder: string;
let file: string;
let mails: Mail[];
let attemptMinutes: number[];
let log: string[];
let mailFault: Error | undefined;

beforeEach(async () => {
	vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 14, 5), toFake: ["setTimeout", "clearTimeout", "Date"] });
	onTestFinished(() => void vi.useRealTimers());
	folder = await makeFolder();
	file = join(folder, "status", "state.json");
	[mails, attemptMinutes, log, mailFault] = [[], [], [], undefined];
});

async function startMonitor() {
	const startMs = Date.now();
	const monitor = await createStatusMonitor({
		file,
		log: (line) => log.push(line),
		sendMail: async (mail) => {
			attemptMinutes.push((Date.now() - startMs) / minuteMs);
			if (mailFault) throw mailFault;
			mails.push(mail);
		},
	});
	onTestFinished(() => monitor.close());
	return monitor;
}

const passMinutes = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minuteMs);
const subjects = () => mails.map(({ subject }) => subject);

test("rebuilds that fail for ten minutes are reported by one mail, however often they are tried", async () => {
	const monitor = await startMonitor();
	for (const minutes of [4, 5]) {
		monitor.recordRebuildEnd([outage]);
		await passMinutes(minutes);
	}
	monitor.recordRebuildEnd(["Stripe refuses the key."]);
	expect(mails).toEqual([]);
	await passMinutes(1);
	monitor.recordRebuildEnd([outage]);
	await passMinutes(300);
	expect(subjects()).toEqual([failure]);
	expect(mails[0]?.text).toMatch(/^Since 21 November 2026 at 14:05 UTC .*\n\nStripe refuses the key\.\n/s);
});

test("the end of a reported failure is reported by one mail", async () => {
	const monitor = await startMonitor();
	monitor.recordRebuildEnd([outage]);
	await passMinutes(10);
	monitor.recordRebuildEnd();
	monitor.recordRebuildEnd();
	await passMinutes(300);
	expect(subjects()).toEqual([failure, recovery]);
	expect(mails[1]?.text).toContain("Updates had failed since 21 November 2026 at 14:05 UTC.");
});

test("a failure shorter than ten minutes is not reported, and its time does not count towards the next failure", async () => {
	const monitor = await startMonitor();
	monitor.recordRebuildEnd([outage]);
	await passMinutes(4);
	monitor.recordRebuildEnd();
	monitor.recordRebuildEnd([outage]);
	await passMinutes(7);
	monitor.recordRebuildEnd();
	await passMinutes(300);
	expect(mails).toEqual([]);
});

test("a second failure is reported like the first", async () => {
	const monitor = await startMonitor();
	for (let round = 0; round < 2; round++) {
		monitor.recordRebuildEnd([outage]);
		await passMinutes(10);
		monitor.recordRebuildEnd();
		await passMinutes(10);
	}
	expect(subjects()).toEqual([failure, recovery, failure, recovery]);
});

test("a mail that is refused is retried with a back-off, at least once an hour, until it is delivered", async () => {
	const monitor = await startMonitor();
	mailFault = new Error("Brevo answers 401");
	monitor.recordRebuildEnd([outage]);
	await passMinutes(10 + 1 + 2 + 4 + 8 + 16 + 32 + 60 + 60);
	expect(attemptMinutes).toEqual([10, 11, 13, 17, 25, 41, 73, 133, 193]);
	expect(log[0]).toBe(
		`✗ The mail "${failure}" is not sent: Brevo answers 401. It is tried again, at least once an hour.`,
	);
	mailFault = undefined;
	await passMinutes(300);
	expect(subjects()).toEqual([failure]);
});

test("a mail is retried after an error of any type", async () => {
	const monitor = await startMonitor();
	mailFault = new TypeError("a defect of our own");
	monitor.recordRebuildEnd([outage]);
	await passMinutes(11);
	expect(attemptMinutes).toEqual([10, 11]);
});

test("a failure that ends before its mail is delivered is not reported", async () => {
	const monitor = await startMonitor();
	mailFault = new Error("Brevo cannot be reached");
	monitor.recordRebuildEnd([outage]);
	await passMinutes(12);
	mailFault = undefined;
	monitor.recordRebuildEnd();
	await passMinutes(300);
	expect(mails).toEqual([]);
});

test("a failure that begins before the mail on the last one is delivered is reported ten minutes after its own start", async () => {
	const monitor = await startMonitor();
	mailFault = new Error("Brevo cannot be reached");
	monitor.recordRebuildEnd([outage]);
	await passMinutes(12);
	monitor.recordRebuildEnd();
	mailFault = undefined;
	monitor.recordRebuildEnd([outage]);
	await passMinutes(9);
	expect(mails).toEqual([]);
	await passMinutes(1);
	expect(subjects()).toEqual([failure]);
});

test("a failure that lasts over a restart is reported once, with the time of its start", async () => {
	const first = await startMonitor();
	first.recordRebuildEnd([outage]);
	await passMinutes(9);
	await first.close();
	const second = await startMonitor();
	expect(second.status.failing).toEqual({ since: new Date(Date.UTC(2026, 10, 21, 14, 5)), reasons: [outage] });
	await passMinutes(30);
	expect(mails).toEqual([]);
	second.recordRebuildEnd([outage]);
	await passMinutes(0);
	expect(subjects()).toEqual([failure]);
	expect(mails[0]?.text).toContain("Since 21 November 2026 at 14:05 UTC");
	await second.close();
	const third = await startMonitor();
	third.recordRebuildEnd([outage]);
	await passMinutes(300);
	expect(subjects()).toEqual([failure]);
});

test("the end of a failure that was reported before a restart is reported after it", async () => {
	const first = await startMonitor();
	first.recordRebuildEnd([outage]);
	await passMinutes(10);
	await first.close();
	const second = await startMonitor();
	second.recordRebuildEnd();
	await passMinutes(0);
	expect(subjects()).toEqual([failure, recovery]);
	await second.close();
	expect(await readdir(join(folder, "status"))).toEqual([]);
});

test("a mail on the end of a failure that could not be sent before a restart is sent after it", async () => {
	const first = await startMonitor();
	first.recordRebuildEnd([outage]);
	await passMinutes(10);
	mailFault = new Error("Brevo answers 500");
	first.recordRebuildEnd();
	await passMinutes(5);
	await first.close();
	mailFault = undefined;
	const second = await startMonitor();
	second.recordRebuildEnd();
	await passMinutes(0);
	expect(subjects()).toEqual([failure, recovery]);
});

test("a closed monitor sends no more mails", async () => {
	const monitor = await startMonitor();
	mailFault = new Error("Brevo answers 500");
	monitor.recordRebuildEnd([outage]);
	await passMinutes(10);
	await monitor.close();
	await passMinutes(300);
	expect(attemptMinutes).toEqual([10]);
});

test("a damaged state file is logged and ignored", async () => {
	const first = await startMonitor();
	first.recordRebuildEnd([outage]);
	await first.close();
	await writeFile(file, (await readFile(file, "utf8")).slice(0, 20));
	const second = await startMonitor();
	expect(second.status.failing).toBeUndefined();
	expect(log).toEqual([expect.stringContaining("state.json is damaged")]);
});

test("a state that cannot be written is logged, and the mails are still sent", async () => {
	await writeFile(join(folder, "status"), "a file in the place of the folder");
	const monitor = await startMonitor();
	monitor.recordRebuildEnd([outage]);
	await passMinutes(10);
	await monitor.close();
	expect(log).toContainEqual(expect.stringMatching(/cannot be kept for a restart: .*: (EEXIST|ENOTDIR)/));
	expect(subjects()).toEqual([failure]);
});

test("without a mail service the failure is stored, and no mail is sent", async () => {
	const first = await createStatusMonitor({ file, log: (line) => log.push(line) });
	first.recordRebuildEnd([outage]);
	await passMinutes(300);
	await first.close();
	expect((await startMonitor()).status.failing?.reasons).toEqual([outage]);
	expect(log).toEqual([]);
});
