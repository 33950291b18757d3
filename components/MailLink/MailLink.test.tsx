import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MailLink } from "./MailLink.tsx";

const render = (email: string) =>
	renderToStaticMarkup(<MailLink email={email} label={{ value: "Write" }} />);

test.each([
	["clinic@example.org", "clinic@example.org"],
	// React escapes an apostrophe in an attribute as `&#x27;`.
	["o'brien+x@example.org", "o&#x27;brien+x@example.org"],
	["a?b&c%d@x", "a%3Fb%26c%25d@x"],
	["a#b/c@x", "a%23b%2Fc@x"],
	["иван@пример.рф", `${encodeURIComponent("иван")}@${encodeURIComponent("пример.рф")}`],
])("the address %s becomes the mailto address %s", (email, address) => {
	expect(render(email)).toBe(`<a href="mailto:${address}">Write</a>`);
});
