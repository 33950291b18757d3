import { describe, expect, test } from "vitest";
import { parseRange, preferredEncoding } from "./sendFile.ts";

describe("preferredEncoding", () => {
	test.each([
		[undefined, undefined],
		["", undefined],
		["gzip, deflate, br, zstd", "br"],
		["gzip", "gzip"],
		["GZIP", "gzip"],
		["gzip;q=1, br;q=0.5", "gzip"],
		["br; q=0, gzip", "gzip"],
		["br;q=0, gzip;q=0", undefined],
		["*", "br"],
		["*;q=0", undefined],
		["br;q=0, *", "gzip"],
		["identity", undefined],
		["identity, br;q=0.5", undefined],
		["identity, br", "br"],
		["identity;q=0.5, gzip;q=0.8", "gzip"],
		["identity;q=0, *;q=0", undefined],
		["br;q=x, gzip;q=0.1", "gzip"],
		["zstd", undefined],
	])("%s → %s", (header, expected) => {
		expect(preferredEncoding(header, ["br", "gzip"])).toBe(expected);
	});

	test("nothing to choose from", () => {
		expect(preferredEncoding("br, gzip", [])).toBeUndefined();
	});
});

describe("parseRange", () => {
	test.each([
		["bytes=0-0", { start: 0, end: 0 }],
		["bytes=2-4", { start: 2, end: 4 }],
		["bytes=8-", { start: 8, end: 9 }],
		["bytes=5-99", { start: 5, end: 9 }],
		["bytes=-3", { start: 7, end: 9 }],
		["bytes=-99", { start: 0, end: 9 }],
		["bytes=10-", "unsatisfiable"],
		["bytes=-0", "unsatisfiable"],
		["bytes=4-2", undefined],
		["bytes=-", undefined],
		["bytes=0-1,3-4", undefined],
		["lines=0-1", undefined],
		[undefined, undefined],
	])("%s of 10 bytes → %j", (header, expected) => {
		expect(parseRange(header, 10)).toEqual(expected);
	});

	test("an empty file has no range", () => {
		expect(parseRange("bytes=-1", 0)).toBe("unsatisfiable");
		expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
	});
});
