import { expect, test } from "vitest";
import { createRateLimit } from "./rateLimit.ts";

test("counts by address, and starts again when the window is over", () => {
	let time = 0;
	const isLimited = createRateLimit({ windowLimit: 2, windowSize: 60 }, () => time);
	expect([isLimited("a"), isLimited("a"), isLimited("a"), isLimited("b")]).toEqual([false, false, true, false]);
	time = 59_999;
	expect(isLimited("a")).toBe(true);
	time = 60_000;
	expect(isLimited("a")).toBe(false);
});

test("forgets the oldest of very many visitors", () => {
	const isLimited = createRateLimit({ windowLimit: 1, windowSize: 60 }, () => 0);
	isLimited("first");
	for (let visitor = 0; visitor < 10_000; visitor++) isLimited(String(visitor));
	expect(isLimited("first")).toBe(false);
	expect(isLimited("9999")).toBe(true);
});
