import { expect, test } from "vitest";
import { createRateLimit } from "./api.ts";

// newsletter.test.ts asks too often.
test("starts again when the window is over, and after very many visitors", () => {
	let time = 0;
	const isLimited = createRateLimit({ windowLimit: 2, windowSize: 60, aggregateBy: [] }, () => time);
	const ask = () => [isLimited("a"), isLimited("a"), isLimited("a"), isLimited("b")];
	expect(ask()).toEqual([false, false, true, false]);
	time = 59_999;
	expect(isLimited("a")).toBe(true);
	time = 60_000;
	expect(ask()).toEqual([false, false, true, false]);
	for (let visitor = 0; visitor < 10_000; visitor++) isLimited(String(visitor));
	expect(isLimited("a")).toBe(false);
});
