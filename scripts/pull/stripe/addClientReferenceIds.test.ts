import { expect, test } from "vitest";
import { localeCodes } from "../../../content/locales.ts";
import { pageEntryNames } from "../../../content/model.ts";
import { addClientReferenceId, clientReferenceIdOf } from "./addClientReferenceIds.ts";

test.each([
	["https://buy.stripe.com/abc", "https://buy.stripe.com/abc?client_reference_id=ru-packages"],
	["https://buy.stripe.com/abc?", "https://buy.stripe.com/abc?client_reference_id=ru-packages"],
	[
		"https://buy.stripe.com/abc?prefilled_email=a%40b.org#x#y",
		"https://buy.stripe.com/abc?prefilled_email=a%40b.org&client_reference_id=ru-packages#x#y",
	],
	[
		"https://buy.stripe.com/abc?prefilled_promo_code=A%20B",
		"https://buy.stripe.com/abc?prefilled_promo_code=A%20B&client_reference_id=ru-packages",
	],
	[
		"https://pay.example.org/abc#?a=b",
		"https://pay.example.org/abc?client_reference_id=ru-packages#?a=b",
	],
])("the payment link %s gets a clientReferenceId: %s", (href, expected) => {
	expect(addClientReferenceId(href, "ru-packages")).toBe(expected);
});

test.each([
	"https://buy.stripe.com/abc?client_reference_id=newsletter",
	"https://buy.stripe.com/abc?client_reference_id=",
])("the payment link %s keeps its own reference", (href) => {
	expect(addClientReferenceId(href, "ru-packages")).toBe(href);
});

test("Stripe accepts the references of all pages", () => {
	const references = localeCodes.flatMap((locale) =>
		pageEntryNames.map((page) => clientReferenceIdOf(page, locale)),
	);
	expect(references).toContain("ru-consultations");
	expect(
		references.filter((clientReferenceId) => !/^[\w-]{1,200}$/.test(clientReferenceId)),
	).toEqual([]);
});
