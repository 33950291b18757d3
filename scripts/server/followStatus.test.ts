import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followStatus, type Mail } from "./followStatus.ts";
import { renderStatus } from "./statusPage.ts";

const minute = 60_000;

beforeEach(() => {
	vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 14, 5) });
});
afterEach(() => {
	vi.useRealTimers();
});

test("a failure of ten minutes is told once, however often it is tried, and so is its end; a shorter one is not", async () => {
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
	expect(mails.map(({ subject }) => subject).slice(0, 2)).toEqual([
		"The website cannot be updated",
		"The website is up to date again",
	]);
	expect(mails[0]?.text).toMatch(/^Since 21 November 2026 at 14:34 UTC .*Contentful is out of order \(503\), 1\./s);
});

test("a mail that cannot be sent is a line of the log", async () => {
	const log: string[] = [];
	const sendMail = () => Promise.reject(new Error("Brevo answers 401"));
	const follow = followStatus({ sendMail, log: (line) => log.push(line) });
	follow.ended(["out of order"]);
	await vi.advanceTimersByTimeAsync(10 * minute);
	expect(log).toEqual(['✗ The mail "The website cannot be updated" is not sent: Brevo answers 401']);
});

test("the page says what is live, being made and failing, with links, and takes no markup from editors", () => {
	const follow = followStatus({ log: () => {} });
	const url = "https://app.contentful.com/spaces/s/environments/master/entries/home";
	const place = { entry: "home", field: "heroTitle", locale: "ru", url } as const;
	follow.show([{ severity: "warning", ...place, problem: "<b>bold</b>", instead: "English" }]);
	follow.started("Entry.publish home");
	follow.ended([`Entry "about", field "title": missing. Open it: ${url}`]);
	follow.started("another try");
	const page = renderStatus(follow.status);
	expect(page).toContain("Live since 21 November 2026 at 14:05 UTC.");
	expect(page).toContain("another try");
	expect(page).toContain(
		`missing. Open it: <a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a></li>`,
	);
	expect(page).toContain(`>home, heroTitle, ru</a>: &#60;b&#62;bold&#60;/b&#62;; English.`);
});
