import { expect, test } from "vitest";
import { removeUnusedRules } from "./removeUnusedRules.ts";
import { describeElement, listElements, parseRendered } from "./siteDocument.ts";

const wrap = (body: string) => `<html><body>${body}</body></html>`;
const english = '<main class="sheet"><p class="lead action">A table of <b>leaves</b></p></main>';
const russian = "<main><ol><li>Лист</li></ol></main>";

test.each([
	["a class of the page, in either order", ".action,.action.lead{top:0}", ".action,.action.lead{top:0}"],
	["an element that only a script creates", "main>meter{top:0}", "main>meter{top:0}"],
	["a class that a script names", ".made{top:0}", ".made{top:0}"],
	["an element of one language", "main>ol li{top:0}", "main>ol li{top:0}"],
	[
		"attributes and states of a class of the page",
		".lead[aria-busy=true]:hover::before{top:0}",
		".lead[aria-busy=true]:hover::before{top:0}",
	],
	[
		"arguments of :not() and :is()",
		".lead:not(.gone *):is(h2,h3:not(.b)){top:0}",
		".lead:not(.gone *):is(h2,h3:not(.b)){top:0}",
	],
	[
		"selectors without a class or element",
		"*,::before,:root,[hidden],:lang(ru){top:0}",
		"*,::before,:root,[hidden],:lang(ru){top:0}",
	],
	[
		"fonts and keyframes",
		"@font-face{src:a}@font-face{src:b}@keyframes a{to{top:0}}",
		"@font-face{src:a}@font-face{src:b}@keyframes a{to{top:0}}",
	],
	["the order of layers", "@layer a,b;@layer a{.lead{top:0}}", "@layer a,b;@layer a{.lead{top:0}}"],
	[
		"consecutive layers of one name, merged",
		"@layer a{.lead{top:0}}@layer a{b{top:1px}}",
		"@layer a{.lead{top:0}b{top:1px}}",
	],
	["the selectors of a list that match", ".gone,.lead{top:0}", ".lead{top:0}"],
	["no class that the page lacks", "main .gone{top:0}", ""],
	["no element that only occurs in words", "table,.lead>table{top:0}", ""],
	["no group that has become empty", "@layer a{@media print{.gone{top:0}table{top:0}}}", ""],
])("the used styles of a page contain %s", (_, css, kept) => {
	const documents = [english, russian].map((body) => parseRendered(wrap(body)));
	const elements = documents.flatMap(listElements).map(describeElement);
	expect(removeUnusedRules(css, elements, { words: new Set(["list", "made"]), elements: new Set(["meter"]) })).toBe(
		kept,
	);
});
