import { expect, test } from "vitest";
import { shortenProperties } from "./shortenProperties.ts";

test("custom properties get short names in the order of their occurrence", () => {
	const css = ":root{--ink:red;--paper:var(--ink)}p{color:var(--paper,var(--line));--gap:0}";
	expect(shortenProperties(css, new Set())).toBe(":root{--a:red;--b:var(--a)}p{color:var(--b,var(--c));--d:0}");
});

test("a custom property that a script uses keeps its name", () => {
	const css = ":root{--ink:red}p{color:var(--ink)}";
	expect(shortenProperties(css, new Set(["--ink"]))).toBe(css);
});

test("a class whose name begins like a custom property keeps its name", () => {
	expect(shortenProperties(".card--ink{color:red}", new Set())).toBe(".card--ink{color:red}");
});

test("thirty custom properties have thirty names", () => {
	const names = Array.from({ length: 30 }, (_, index) => `--name-${index}`);
	const css = shortenProperties(`p{${names.map((name) => `${name}:0`).join(";")}}`, new Set());
	expect(new Set(css.match(/--\w+/g)).size).toBe(30);
});

test.each([
	["is registered", "@property --ink{inherits:true}p{color:var(--ink)}"],
	["is a condition of a container query", "@container style(--ink: red){p{color:var(--ink)}}"],
	["has a transition", "p{transition:--ink 1s;color:var(--ink)}"],
])("a custom property that %s keeps its name", (_, css) => {
	expect(shortenProperties(css, new Set())).toBe(css);
});

test("a custom property does not get the name of one that keeps its name", () => {
	const css = "@property --a{inherits:true}p{color:var(--ink);background:var(--a)}";
	const result = "@property --a{inherits:true}p{color:var(--b);background:var(--a)}";
	expect(shortenProperties(css, new Set())).toBe(result);
});
