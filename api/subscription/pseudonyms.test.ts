import { expect, test } from "vitest";
import { createPseudonyms } from "./pseudonyms.ts";

const mailboxOf = (email: string, key = "key") => createPseudonyms(email, undefined, key).mailbox;

test.each([
	["case", "Anna@Reader.example", "anna@reader.EXAMPLE"],
	["a plus tag", "anna+news@reader.example", "anna@reader.example"],
	["several plus tags", "anna+a+b@reader.example", "anna@reader.example"],
	["a full-width letter", "ａnna@reader.example", "anna@reader.example"],
	["the spelling of a domain", "почта@сайт.рф", "ПОЧТА@xn--80aswg.xn--p1ai"],
	["Gmail's dots", "o.ne.il@gmail.com", "oneil@gmail.com"],
	["Gmail's second domain", "o.neil+a@googlemail.com", "oneil@gmail.com"],
	["Yandex's domains", "anna@ya.ru", "anna@yandex.com"],
	["Yandex's dots and hyphens", "anna.p@yandex.ru", "anna-p@yandex.ru"],
])("two addresses that differ in %s are one mailbox: %s, %s", (_, one, other) => {
	expect(mailboxOf(one)).toBe(mailboxOf(other));
});

test.each([
	["names", "anna@reader.example", "hanna@reader.example"],
	["domains", "anna@reader.example", "anna@writer.example"],
	["dots elsewhere than at Gmail", "an.na@reader.example", "anna@reader.example"],
	["hyphens at Gmail", "an-na@gmail.com", "anna@gmail.com"],
	["a name that is only a plus tag", "+a@reader.example", "+b@reader.example"],
	[
		"a full-width @ before the real one",
		"anna＠reader.example@evil.example",
		"anna@reader.example",
	],
])("two addresses that differ in %s are two mailboxes: %s, %s", (_, one, other) => {
	expect(mailboxOf(one)).not.toBe(mailboxOf(other));
});

test("pseudonyms differ between keys, and contain no part of an address", () => {
	const pseudonyms = createPseudonyms("anna@gmail.com", "203.0.113.9", "key");
	const others = createPseudonyms("anna@gmail.com", "203.0.113.9", "another key");
	expect(pseudonyms.mailbox).not.toBe(others.mailbox);
	expect(pseudonyms.visitor).not.toBe(others.visitor);
	expect(JSON.stringify(pseudonyms)).not.toMatch(/anna|gmail|203\.0/);
});
