import { expect, test } from "vitest";
import { preferredEncoding } from "./sendFile.ts";

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
