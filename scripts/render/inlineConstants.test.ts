import { expect, test } from "vitest";
import { inlineConstants } from "./inlineConstants.ts";

const inline = (css: string) => inlineConstants(css, new Set(["--read"]));

test.each([
	["a constant", ":root{--gap:1rem}p{margin:var(--gap) 0 var(--gap)}", "p{margin:1rem 0 1rem}"],
	["a constant inside the value of another property", ":root{--a:b}p{--c:var(--a)}", "p{--c:b}"],
	["a constant whose name begins another one", ":root{--a:b}p{--ab:var(--a);c:var(--ab)}", "p{--ab:b;c:var(--ab)}"],
	["a constant with dollar signs", ':root{--a:"$$"}p{content:var(--a)}', 'p{content:"$$"}'],
	["no constant that nothing uses", ":root{--gap:1rem;--ink:red}p{color:var(--ink)}", "p{color:red}"],
])("a style sheet has %s in place", (_, css, result) => {
	expect(inline(css)).toBe(result);
});

test.each([
	["has another value in print", ":root{--gap:1rem}@media print{:root{--gap:0}}p{margin:var(--gap)}"],
	["has a value on certain screens only", "@media print{:root{--gap:0}}p{margin:var(--gap)}"],
	["has another value in a part of the page", ":root{--gap:1rem}.part{--gap:0}p{margin:var(--gap)}"],
	["is declared for a part of the page", ".part{--gap:0}p{margin:var(--gap)}"],
	["refers to another one", ":root{--a:var(--b)}.part{--b:0}p{margin:var(--a)}"],
	["is used with a fallback", ":root{--gap:1rem}p{margin:var(--gap,0)}"],
	["is used with a fallback after a space", ":root{--gap:1rem}p{margin:var( --gap ,0)}"],
	["is registered", "@property --gap{inherits:true}:root{--gap:1rem}p{margin:var(--gap)}"],
	["is a condition of a container query", ":root{--gap:1rem}@container style(--gap: 0){p{margin:var(--gap)}}"],
	["is read by a script", ":root{--read:1rem}p{margin:var(--read)}"],
])("a custom property stays when it %s", (_, css) => {
	expect(inline(css)).toBe(css);
});
