import { expect, test } from "vitest";
import { removeUnusedRules } from "./removeUnusedRules.ts";

const canMatch = (selector: string) => !selector.includes(".gone");

test.each([
	["a rule that can match", ".lead{top:0}", ".lead{top:0}"],
	[
		"font faces and keyframes",
		"@font-face{src:a}@font-face{src:b}@keyframes a{to{top:0}}",
		"@font-face{src:a}@font-face{src:b}@keyframes a{to{top:0}}",
	],
	["the order of layers", "@layer a,b;@layer a{.lead{top:0}}", "@layer a,b;@layer a{.lead{top:0}}"],
	[
		"consecutive layers of one name, merged",
		"@layer a{.lead{top:0}}@layer a{b{top:1px}}",
		"@layer a{.lead{top:0}b{top:1px}}",
	],
	["only the selectors of a list that can match", ".gone,.lead{top:0}", ".lead{top:0}"],
	["no rule that cannot match", "main .gone{top:0}", ""],
	["no group without remaining rules", "@layer a{@media print{.gone{top:0}b .gone{top:0}}}", ""],
])("keeps %s", (_, css, kept) => {
	expect(removeUnusedRules(css, canMatch)).toBe(kept);
});
