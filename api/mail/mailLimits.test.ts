import { beforeEach, expect, test } from "vitest";
import { setTime } from "../../tests/standIns.ts";
import type { UpdateCounts } from "./mailCounts.ts";
import { claimMail, dailyLimits } from "./mailLimits.ts";

/** Counts in memory, by day. */
const counts = new Map<string, Record<string, number>>();
beforeEach(() => counts.clear());
const updateCounts: UpdateCounts = async (day, change) => {
	const changed = change(counts.get(day));
	if (changed) counts.set(day, changed);
};

/** Returns the limit that a mail to an address reaches. */
const claim = async (email: string, ip?: string) =>
	(await claimMail(updateCounts, "key", email, ip)).limit;

test.each([
	["Anna@Reader.example", "anna@reader.EXAMPLE", "pending"],
	["anna@reader.example.", "anna@reader.example", "pending"],
	["anna+news@reader.example", "anna@reader.example", "pending"],
	["anna@почта.рф", "anna@xn--80a1acny.xn--p1ai", "pending"],
	["o.ne.il@gmail.com", "oneil@googlemail.com", "pending"],
	["anna.p@yandex.ru", "anna-p@yandex.ru", "pending"],
	["anna.p@ya.ru", "anna-p@yandex.com.tr", "pending"],
	["anna@icloud.com", "anna+news@me.com", "pending"],
	["anna@me.com", "anna@mac.com", "pending"],
	["anna.p@proton.me", "anna_p@pm.me", "pending"],
	["annap@protonmail.com", "an-nap@protonmail.ch", "pending"],
	["anna@outlook.com", "anna+news@outlook.com", "pending"],
	["anna.p@reader.example", "annap@reader.example", undefined],
	["anna@outlook.com", "anna@hotmail.com", undefined],
])("after a mail to %s, one to %s is %s", async (first, second, limit) => {
	expect(await claim(first)).toBe(undefined);
	expect(await claim(second)).toBe(limit);
});

test.each([
	["a visitor", "203.0.113.7", "203.0.113.7", "visitor"],
	["a network", "2001:db8:1:2::%", "2001:db8:1:7::1", "visitor"],
	["a network with a compressed address", "2001:db8::%", "2001:db8:0:7::1", "visitor"],
	// Behind a proxy that names no visitors, all of them have its address.
	["a proxy", "127.0.0.1", "127.0.0.1", undefined],
	["nobody", "", "", undefined],
])("the limit of 50 mails for %s lasts a day", async (_, ips, ip, limit) => {
	setTime("2026-11-22T23:00Z");
	for (let count = 0; count < 50; count++)
		expect(await claim(`anna@reader${count}.example`, ips.replace("%", `${count}`))).toBe(
			undefined,
		);
	expect(await claim("anna@reader.example", ip)).toBe(limit);
	expect(await claim("anna@other.example", "2001:db8:2::1")).toBe(undefined);
	setTime("2026-11-23T00:00Z");
	expect(await claim("anna@reader.example", ip)).toBe(undefined);
});

test.each([
	["reader.example", "domain"],
	["btinternet.com", undefined],
])("after 20 mails to %s, the limit is %s", async (domain, limit) => {
	for (let count = 0; count < dailyLimits.domain; count++) await claim(`anna${count}@${domain}`);
	expect(await claim(`anna@${domain}`)).toBe(limit);
});

test("another kind of mail has limits of its own", async () => {
	await claim("anna@reader.example");
	const { limit } = await claimMail(updateCounts, "key", "anna@reader.example", "", "withdrawal");
	expect(limit).toBe(undefined);
});
