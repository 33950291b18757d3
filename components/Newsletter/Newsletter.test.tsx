import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Newsletter } from "./Newsletter.tsx";

const updatedAt = "2026-11-01T10:00:00.000Z";

function render(fields: object): string {
	const newsletter = {
		id: "newsletter",
		subscribeButton: { value: "Subscribe" },
		updatedAt,
		...fields,
	};
	return renderToStaticMarkup(
		<Newsletter content={{ locale: "en-US", newsletter }} hasPicture={false} />,
	);
}

test.each([
	["a consent text", { consentText: { blocks: [] } }, true],
	["only a privacy notice", { privacyPolicyUrl: "https://example.org/privacy" }, true],
	["neither", {}, false],
])("the version of the consent is sent with %s: %4$s", (_, fields, isSent) => {
	expect(
		render(fields).includes(`<input type="hidden" name="consent" value="${updatedAt}"/>`),
	).toBe(isSent);
});

test("browsers can fill in and check the form's fields", () => {
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
	expect(markup).toContain('action="/api/newsletter/subscribe" method="post"');
});
