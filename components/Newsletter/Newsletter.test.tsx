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

describe("the version of the consent is sent", () => {
	const consentInput = `<input type="hidden" name="consent" value="${updatedAt}"/>`;

	test.each([
		["with a consent text", { consentText }],
		["with a privacy notice alone", { privacyPolicyUrl }],
	])("%s", (_, fields) => {
		expect(render(fields)).toContain(consentInput);
	});

	test("but not where the visitor is shown neither", () => {
		expect(render({})).not.toContain('name="consent"');
	});
});

test.each(["name", "email"])("the browser can fill in the %s", (name) => {
	expect(render({})).toMatch(new RegExp(`<input id="newsletter-${name}"[^>]* autoComplete="${name}"`));
});
