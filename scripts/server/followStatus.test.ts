import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FaultsError } from "../shared/faults.ts";
import { followStatus, type Mail } from "./followStatus.ts";
import { createRebuilds } from "./rebuilds.ts";
import { renderStatus } from "./statusPage.ts";

const minute = 60_000;

beforeEach(() => {
	vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 14, 5) });
});
afterEach(() => {
	vi.useRealTimers();
});

/** A server whose rebuilds fail until `mend` is called. */
function failing(sendMail?: (mail: Mail) => Promise<void>) {
	const log: string[] = [];
	const follow = followStatus({ sendMail, log: (line) => log.push(line) });
	let isBroken = true;
	const rebuild = async () => {
		if (isBroken) throw new FaultsError(["Contentful is out of order (503)."]);
	};
	const rebuilds = createRebuilds({ rebuild, log: () => {}, watch: follow });
	return {
		follow,
		log,
		rebuilds,
		mend: () => {
			isBroken = false;
		},
	};
}

test("a service that fails for an hour is told once, and so is its recovery", async () => {
	const mails: Mail[] = [];
	const { rebuilds, mend } = failing(async (mail) => void mails.push(mail));
	rebuilds.request("Entry.publish home");
	await vi.advanceTimersByTimeAsync(9 * minute);
	expect(mails).toEqual([]);
	await vi.advanceTimersByTimeAsync(51 * minute);
	expect(mails.map(({ subject }) => subject)).toEqual(["The website cannot be updated"]);
	expect(mails[0]?.text).toMatch(/^Since 21 November 2026 at 14:05 UTC .*Contentful is out of order \(503\)\./s);
	mend();
	await vi.advanceTimersByTimeAsync(60 * minute);
	expect(mails.map(({ subject }) => subject).slice(1)).toEqual(["The website is up to date again"]);
	await rebuilds.close();
});

test("a failure that is over within ten minutes is nobody's trouble, and each longer one has mails of its own", async () => {
	const mails: Mail[] = [];
	const { follow } = failing(async (mail) => void mails.push(mail));
	follow.ended(["out of order"]);
	await vi.advanceTimersByTimeAsync(9 * minute);
	follow.ended();
	await vi.advanceTimersByTimeAsync(20 * minute);
	expect(mails).toEqual([]);
	for (let count = 1; count <= 2; count++) {
		follow.ended(["out of order"]);
		await vi.advanceTimersByTimeAsync(10 * minute);
		follow.ended();
		expect(mails.length).toBe(2 * count);
	}
});

test("a mail that cannot be sent is a line of the log", async () => {
	const { follow, log } = failing(async () => {
		throw new Error("Brevo answers 401");
	});
	follow.ended(["out of order"]);
	await vi.advanceTimersByTimeAsync(10 * minute);
	expect(log).toEqual(['✗ The mail "The website cannot be updated" is not sent: Brevo answers 401']);
});

test("the page says what is live, being made and failing, with links, and takes no markup from editors", () => {
	const { follow } = failing();
	const url = "https://app.contentful.com/spaces/s/environments/master/entries/home";
	follow.show([
		{
			severity: "warning",
			entry: "home",
			field: "heroTitle",
			locale: "ru",
			problem: "<b>bold</b>",
			instead: "English",
			url,
		},
	]);
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
