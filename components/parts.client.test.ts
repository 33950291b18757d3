// @vitest-environment jsdom
import { expect, test } from "vitest";
import { findAroundTarget, requirePart } from "./parts.client.ts";

test.each([
	["missing", "<p></p>"],
	["of another class", '<a data-part="send"></a>'],
])("an error names a part that is %s, with its element", (_, html) => {
	const host = document.createElement("site-example");
	host.innerHTML = html;
	const message = '<site-example> has no HTMLButtonElement with data-part="send".';
	expect(() => requirePart(host, "send", HTMLButtonElement)).toThrow(message);
});

test.each([
	["path", "a[href]", true],
	["a", "a[href]", true],
	["path", "svg", false],
	["p", "a[href]", false],
])("around the target %s, %s is found as link: %j", (target, selector, isFound) => {
	document.body.innerHTML = '<a href="/ru"><svg><path></path></svg></a><p>Text</p>';
	let found: Element | undefined;
	document.addEventListener(
		"click",
		(event) => {
			found = findAroundTarget(event, selector, HTMLAnchorElement);
		},
		{ once: true },
	);
	document.querySelector(target)?.dispatchEvent(new Event("click", { bubbles: true }));
	expect(found).toBe(isFound ? document.querySelector("a") : undefined);
});
