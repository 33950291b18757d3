import { expect, onTestFinished, test, vi } from "vitest";
import { followStatus, type Mail } from "./followStatus.ts";

const minute = 60_000;

test("a failure of ten minutes is told once, however often it is tried, and so is its end; a shorter one is not", async () => {
	vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 14, 5) });
	onTestFinished(() => void vi.useRealTimers());
	const mails: Mail[] = [];
	const follow = followStatus({ sendMail: async (mail) => void mails.push(mail), log: () => {} });
	const fail = async (...minutes: number[]) => {
		for (const count of minutes) {
			follow.ended([`Contentful is out of order (503), ${count}.`]);
			await vi.advanceTimersByTimeAsync(count * minute);
		}
	};
	for (let count = 1; count <= 2; count++) {
		await fail(4, 5);
		follow.ended();
		await vi.advanceTimersByTimeAsync(20 * minute);
		expect(mails.length).toBe(2 * count - 2);
		await fail(4, 5, 1, 30);
		expect(mails.length).toBe(2 * count - 1);
		follow.ended();
		expect(mails.length).toBe(2 * count);
	}
	expect(mails[0]?.text).toMatch(/^Since 21 November 2026 at 14:34 UTC .*Contentful is out of order \(503\), 1\./s);
});
