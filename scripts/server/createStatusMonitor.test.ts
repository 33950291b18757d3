import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Mail } from "../../api/http/sendMail.ts";
import { createStatusMonitor } from "./createStatusMonitor.ts";

const minuteMs = 60_000;
const outage = "Contentful is out of order (503).";
const [failure, recovery] = ["The website cannot be updated", "The website is up to date again"];

let mails: Mail[];
let log: string[];
let mailFault: Error | undefined;

beforeEach(() => {
	vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 14, 5), toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	[mails, log, mailFault] = [[], [], undefined];
});

/** Starts a monitor. Returns a function that records the end of a rebuild, a number of minutes after the last one. */
function startMonitor() {
	const monitor = createStatusMonitor({
		log: (line) => log.push(line),
		sendMail: async (mail) => {
			if (mailFault) throw mailFault;
			mails.push(mail);
		},
	});
	return async (minutes: number, reasons?: string[]): Promise<void> => {
		vi.setSystemTime(Date.now() + minutes * minuteMs);
		monitor.recordRebuildEnd(reasons);
		await new Promise(setImmediate);
	};
}

const subjects = () => mails.map(({ subject }) => subject);

test("rebuilds that fail for ten minutes are reported by one mail, however often they are tried", async () => {
	const endRebuild = startMonitor();
	await endRebuild(0, [outage]);
	await endRebuild(9, [outage]);
	expect(mails).toEqual([]);
	await endRebuild(1, ["Stripe refuses the key."]);
	await endRebuild(60, [outage]);
	expect(subjects()).toEqual([failure]);
	expect(mails[0]?.text).toMatch(/^Since 21 November 2026 at 14:05 UTC .*\n\nStripe refuses the key\.\n/s);
});

test("each failure and its end are reported by one mail each", async () => {
	const endRebuild = startMonitor();
	for (let round = 0; round < 2; round++) {
		await endRebuild(0, [outage]);
		await endRebuild(10, [outage]);
		await endRebuild(1);
		await endRebuild(1);
	}
	expect(subjects()).toEqual([failure, recovery, failure, recovery]);
	expect(mails[1]?.text).toContain("Updates had failed since 21 November 2026 at 14:05 UTC.");
});

test("a failure shorter than ten minutes is not reported, and its time does not count towards the next failure", async () => {
	const endRebuild = startMonitor();
	await endRebuild(0, [outage]);
	await endRebuild(4);
	await endRebuild(0, [outage]);
	await endRebuild(7, [outage]);
	await endRebuild(0);
	expect(mails).toEqual([]);
});

test("a mail that is refused is sent at the end of the next rebuild", async () => {
	const endRebuild = startMonitor();
	mailFault = new Error("Brevo answers 401");
	await endRebuild(0, [outage]);
	await endRebuild(10, [outage]);
	expect(log).toEqual([`✗ The mail "${failure}" is not sent: Brevo answers 401. The next rebuild tries again.`]);
	mailFault = undefined;
	await endRebuild(1, [outage]);
	expect(subjects()).toEqual([failure]);
	mailFault = new Error("Brevo answers 401");
	await endRebuild(1);
	mailFault = undefined;
	await endRebuild(1);
	expect(subjects()).toEqual([failure, recovery]);
});

test("a failure that ends before its mail is delivered is not reported", async () => {
	const endRebuild = startMonitor();
	mailFault = new Error("Brevo cannot be reached");
	await endRebuild(0, [outage]);
	await endRebuild(10, [outage]);
	mailFault = undefined;
	await endRebuild(1);
	expect(mails).toEqual([]);
});
