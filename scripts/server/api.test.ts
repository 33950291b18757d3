import { expect, test } from "vitest";
import { createRateLimit } from "./api.ts";

const config = { windowLimit: 2, windowSize: 60, aggregateBy: [] };

/** Opens a rate limit of two requests a minute, whose clock the test sets. */
function openRateLimit() {
	const clock = { time: 0 };
	return { clock, isRateLimited: createRateLimit(config, () => clock.time) };
}

const [anna, boris] = ["203.0.113.9", "198.51.100.1"];

test("the rate limit counts each visitor separately", () => {
	const { isRateLimited } = openRateLimit();
	expect([anna, anna, anna, boris].map(isRateLimited)).toEqual([false, false, true, false]);
});

test("the rate limit counts all addresses of a /64 as one visitor", () => {
	const { isRateLimited } = openRateLimit();
	const addresses = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:3::1", "2001:db8:1:3::1"];
	expect(addresses.map(isRateLimited)).toEqual([false, false, true, false]);
});

test("the rate limit counts an IPv4 address and its IPv4-mapped IPv6 address as one visitor", () => {
	const { isRateLimited } = openRateLimit();
	expect([anna, anna, `::ffff:${anna}`].map(isRateLimited)).toEqual([false, false, true]);
});

test("the rate limit starts again when its window is over, and not before", () => {
	const { clock, isRateLimited } = openRateLimit();
	for (let request = 0; request < 3; request++) isRateLimited(anna);
	clock.time = 59_999;
	expect(isRateLimited(anna)).toBe(true);
	clock.time = 60_000;
	expect(isRateLimited(anna)).toBe(false);
});

test("the rate limit starts again after very many visitors, so that its memory is bounded", () => {
	const { isRateLimited } = openRateLimit();
	for (let request = 0; request < 3; request++) isRateLimited(anna);
	for (let visitor = 0; visitor < 10_000; visitor++) isRateLimited(`10.1.${visitor >> 8}.${visitor & 255}`);
	expect(isRateLimited(anna)).toBe(false);
});
