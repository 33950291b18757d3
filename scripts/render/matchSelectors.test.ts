import { describe, expect, test } from "vitest";
import { createSelectorCheck } from "./matchSelectors.ts";
import { parseRendered } from "./siteDocument.ts";

const wrap = (body: string) => parseRendered(`<html><body>${body}</body></html>`);
const english = wrap(
	'<main class="sheet"><p class="lead action">A table of <b>leaves</b></p><p>Two</p></main><nav></nav>',
);
const russian = wrap("<main><ol><li>Лист</li></ol></main>");
const canMatch = createSelectorCheck([english, russian], {
	words: new Set(["list", "made"]),
	elements: new Set(["meter"]),
});

describe("a selector can match", () => {
	test.each([
		["a class", ".lead"],
		["two classes of one element, in either order", ".action.lead"],
		["elements of the other language", "main > ol li"],
		["no element or class", "*, ::before, :root, [hidden], :lang(ru)"],
		[
			"an attribute or state that an element does not have at rest",
			'.lead[aria-busy="true"]:hover:focus-within::before',
		],
		["an id that a script sets", "#opening main"],
		["a condition that the page does not meet at rest", ".lead:not(p)"],
		["an element that a script creates", ".sheet > meter"],
		["an element inside one that a script creates", ".sheet meter::before, .sheet meter > *"],
		["any element inside one that is empty at rest", "nav > *, nav > :first-child, nav [aria-current]"],
		["a class that a script may add", ".sheet .made:last-child"],
		["an element inside one that may get a class", "main.made > p"],
		["an element next to one that a script creates", ".sheet > meter + p"],
		["one of several alternatives", ":is(.gone, .lead) b"],
		["an element that contains another one", ".sheet:has(> .lead)"],
		["an element that may contain one that a script creates", ".sheet:has(meter)"],
		["the position of an element", ".sheet > p:nth-child(2):last-child"],
		["an element next to another one", ".lead + p, .sheet ~ nav"],
		["an element behind one of any state", ":focus + p, [open] > b"],
	])("with %s", (_, selector) => {
		for (const part of selector.split(/, (?![^(]*\))/)) expect(canMatch(part), part).toBe(true);
	});
});

describe("a selector cannot match", () => {
	test.each([
		["a class that is missing", "main .gone"],
		["an element that only texts name", "table"],
		["classes of different elements", ".sheet.lead"],
		["an element in another place", ".lead > p"],
		["elements of different languages", ".sheet li"],
		["an element in a missing part, also when a script creates it", ".gone meter"],
		["none of several alternatives", ":is(.gone, table) b, .sheet > :is(.gone, .lead > p)"],
		["an element that contains no such element", ".sheet:has(> b)"],
		["an element of the document inside one that a script creates", "meter b, :is(meter, .gone) > b"],
		["another position", ".sheet > p:nth-child(3), .lead:only-child"],
	])("with %s", (_, selector) => {
		for (const part of selector.split(/, (?![^(]*\))/)) expect(canMatch(part), part).toBe(false);
	});
});
