import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Newsletter } from "./Newsletter.tsx";

const updatedAt = "2026-11-01T10:00:00.000Z";
const newsletter = { id: "newsletter", subscribeButton: { value: "Subscribe" }, updatedAt };
const consentText = { blocks: [] };
const privacyPolicyUrl = "https://example.org/privacy";

const render = (fields: object) =>
	renderToStaticMarkup(
		<Newsletter
			id="newsletter"
			content={{ locale: "en-US", newsletter: { ...newsletter, ...fields } }}
			hasPicture={false}
		/>,
	);

describe("the version of the consent text", () => {
	const consentInput = `<input type="hidden" name="consent" value="${updatedAt}"/>`;

	test.each([
		["a consent text", { consentText }],
		["only a privacy notice", { privacyPolicyUrl }],
	])("is sent when the form has %s", (_, fields) => {
		expect(render(fields)).toContain(consentInput);
	});

	test("is not sent when the form has neither a consent text nor a privacy notice", () => {
		expect(render({})).not.toContain('name="consent"');
	});
});

test.each(["name", "email"])("the field for the %s can be filled in by the browser", (name) => {
	expect(render({})).toMatch(new RegExp(`<input id="newsletter-${name}"[^>]* autoComplete="${name}"`));
});

test("a form without a title says what visitors subscribe to", () => {
	expect(render({})).toContain('<h2 id="newsletter-title">Newsletter</h2>');
});

test("the form names the message for a failed subscription", () => {
	const message = "There was an error subscribing you to our newsletter. Please try again later.";
	expect(render({})).toContain(`data-failure="${message}"`);
});
