import { describe, expect, test } from "vitest";
import { identifyVisitor } from "./visitor.ts";

describe("addresses of one visitor", () => {
	test.each([
		["2001:db8:1:2::1", "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff"],
		["2001:db8:0:2::1", "2001:db8::2:0:0:0:9"],
		["::2:0:0:1", "0:0:0:0:2::7"],
		["203.0.113.9", "::ffff:203.0.113.9"],
		["203.0.113.9", "::FFFF:cb00:7109"],
		["203.0.113.9", " 203.0.113.9:51234"],
		["2001:db8:1:2::1", "[2001:db8:1:2::9]:443"],
		["fe80::1", "fe80::2%eth0"],
	])("%s and %s have the same id", (one, other) => {
		expect(identifyVisitor(one)).toBeDefined();
		expect(identifyVisitor(other)).toEqual(identifyVisitor(one));
	});
});

describe("addresses of different visitors", () => {
	test.each([
		["two /64s of a /48", "2001:db8:1:2::1", "2001:db8:1:3::1", true],
		["two /48s", "2001:db8:1:2::1", "2001:db8:2:2::1", false],
		["two addresses of an IPv4 /24", "203.0.113.9", "203.0.113.10", true],
		["two IPv4 /24s", "203.0.113.9", "203.0.114.9", false],
		["two IPv4-mapped addresses of a /24", "::ffff:203.0.113.9", "::ffff:203.0.113.10", true],
		["an IPv4-compatible and an IPv4-mapped address", "::203.0.113.9", "::ffff:203.0.113.9", false],
	])("%s have different ids, and share a network: %s, %s, %s", (_, one, other, sharesNetwork) => {
		const [first, second] = [identifyVisitor(one), identifyVisitor(other)];
		expect(first?.id).not.toBe(second?.id);
		expect(first?.network === second?.network).toBe(sharesNetwork);
	});
});

test.each([undefined, "", "unknown", "127.0.0.1", "127.9.9.9:80", "::1", "::ffff:127.0.0.1", "2001:db8::g", "1.2.3"])(
	"%j identifies no visitor",
	(address) => {
		expect(identifyVisitor(address)).toBeUndefined();
	},
);
