import { expect, test } from "vitest";
import { parseRange, preferredEncoding } from "./sendFile.ts";

test.each([
	[undefined, undefined],
	["gzip, deflate, br, zstd", "br"],
	["GZIP;q=1, br;q=0.5", "gzip"],
	["br; q=0, gzip", "gzip"],
	["br;q=0, gzip;q=0", undefined],
	["br;q=0, *", "gzip"],
	["identity, br;q=0.5", undefined],
	["identity;q=0.5, gzip;q=0.8", "gzip"],
	["br;q=x, gzip;q=0.1", "gzip"],
])("Accept-Encoding: %s → %s", (header, expected) => {
	expect(preferredEncoding(header, ["br", "gzip"])).toBe(expected);
	expect(preferredEncoding(header, [])).toBeUndefined();
});

test.each([
	["bytes=0-0", 10, { start: 0, end: 0 }],
	["bytes=8-", 10, { start: 8, end: 9 }],
	["bytes=5-99999999999999999999", 10, { start: 5, end: 9 }],
	["bytes=-3", 10, { start: 7, end: 9 }],
	["bytes=-99", 10, { start: 0, end: 9 }],
	["bytes=10-", 10, "unsatisfiable"],
	["bytes=-0", 10, "unsatisfiable"],
	["bytes=4-2", 10, undefined],
	["bytes=0-1,3-4", 10, undefined],
	["lines=0-1", 10, undefined],
	[undefined, 10, undefined],
])("Range: %s of %i bytes → %j", (header, size, expected) => {
	expect(parseRange(header, size)).toEqual(expected);
});
