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

test("the form has fields for robots, name and address, which the browser can fill in and check", () => {
	const markup = render({ nameInputLabel: { value: "First name" } });
	const fields = [...markup.matchAll(/<input (?!type="hidden")[^>]*>/g)].map(([field]) => field);
	// The attributes of the first field are opt-outs of password managers.
	const optOuts = 'data-form-type="other" data-lpignore="true" data-1p-ignore="" data-bwignore=""';
	expect(fields).toEqual([
		`<input hidden="" autoComplete="off" ${optOuts} name="x"/>`,
		'<input id="newsletter-name" type="text" autoComplete="name" name="name"/>',
		'<input id="newsletter-email" type="email" autoComplete="email" name="email"/>',
	]);
	expect(markup).toContain('<label for="newsletter-name">First name</label>');
	expect(markup).toContain('<label for="newsletter-email">E-mail</label>');
	expect(markup).toContain('<form class="one-row" data-part="form" action="/api/newsletter/subscribe" method="post">');
});

test("a form without a title says what visitors subscribe to", () => {
	expect(render({})).toContain('<h2 id="newsletter-title">Newsletter</h2>');
});

test("the form names the message for a failed subscription", () => {
	const message = "There was an error subscribing you to our newsletter. Please try again later.";
	expect(render({})).toContain(`data-failure="${message}"`);
});
