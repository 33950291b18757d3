import { expect, test } from "vitest";
import { stripeHosts } from "../../../environment/environment.server.ts";
import { isTestLink, parsePaymentLink } from "./parsePaymentLink.ts";

const hosts = [...stripeHosts, "pay.example.org", "pay.example.org:8443"];

test.each([
	["  https://buy.stripe.com/test_abc?prefilled_email=a%40b.org&locale=ru#x\n", true],
	["https://book.stripe.com/test_abc", true],
	["https://donate.stripe.com/abc", false],
	["https://pay.example.org/test_abc", true],
	["https://pay.example.org/b/test_abc", true],
	["https://BUY.stripe.com:443/abc", false],
	["https://pay.example.org:8443/testabc", false],
])("the payment link %j is accepted; in Stripe's test mode: %s", (address, isTest) => {
	expect(parsePaymentLink(address, hosts)).toBe(address.trim());
	expect(isTestLink(address)).toBe(isTest);
});

test.each([
	"http://buy.stripe.com/abc",
	"https://buy.stripe.com.evil.example/abc",
	"https://evil.example\\@buy.stripe.com/abc",
	"https://user@buy.stripe.com/abc",
	"https://buy.stripe.com:8443/abc",
	"https://buy.stripe.com/",
	"https://buy.stripe.com/abchttps://buy.stripe.com/abc",
	"javascript://buy.stripe.com/%0aalert(1)",
	"",
])("the address %j is refused as a payment link", (address) => {
	expect(parsePaymentLink(address, hosts)).toBeUndefined();
});
