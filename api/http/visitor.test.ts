import { expect, test } from "vitest";
import { identifyVisitor } from "./visitor.ts";

test.each([
	["2001:db8:1:2::1", "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff"],
	["2001:db8:1:2::1", "2001:db8:1:3::1"],
	["2001:db8:0:2::1", "2001:db8::2:0:0:0:9"],
	["::2:0:0:1", "0:0:0:0:2::7"],
	["203.0.113.9", "::ffff:203.0.113.9"],
	["203.0.113.9", "::FFFF:203.0.113.9"],
	["fe80::1", "fe80::2%eth0"],
])("%s and %s are one visitor", (one, other) => {
	expect(identifyVisitor(one)).toBeDefined();
	expect(identifyVisitor(other)).toBe(identifyVisitor(one));
});

test.each([
	["two /48s", "2001:db8:1:2::1", "2001:db8:2:2::1"],
	["two IPv4 addresses", "203.0.113.9", "203.0.113.10"],
	["two IPv4-mapped addresses", "::ffff:203.0.113.9", "::ffff:203.0.113.10"],
	["an IPv4-compatible and an IPv4-mapped address", "::203.0.113.9", "::ffff:203.0.113.9"],
])("%s are different visitors: %s, %s", (_, one, other) => {
	expect(identifyVisitor(one)).not.toBe(identifyVisitor(other));
});

test.each([
	undefined,
	"",
	"unknown",
	"127.0.0.1",
	"127.9.9.9",
	"::1",
	"::ffff:127.0.0.1",
	"::ffff:7f00:1",
	"2001:db8::g",
	"1.2.3",
])("%j identifies no visitor", (address) => {
	expect(identifyVisitor(address)).toBeUndefined();
});
