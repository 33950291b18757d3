import { expect, test } from "vitest";
import { deferEntry } from "./deferEntry.ts";

const entry = '<script src="/assets/entries/client.a1b2.js" type="module" async></script>';

test("the inline script is told where the page's script lies, and nothing else loads it", () => {
	const html = `<head><script data-entry="">start()</script></head><body><p>data-entry=""</p>${entry}</body>`;
	expect(deferEntry(html)).toBe(
		'<head><script data-entry="/assets/entries/client.a1b2.js">start()</script></head><body><p>data-entry=""</p></body>',
	);
});

test.each([
	["Vike's tag", '<script data-entry="">start()</script>'],
	["the inline script", entry],
])("a page without %s is refused", (_, html) => {
	expect(() => deferEntry(html)).toThrow("Vike has put no script into the page, or the head has no place for it.");
});
