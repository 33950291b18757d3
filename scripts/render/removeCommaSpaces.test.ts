import { expect, test } from "vitest";
import { removeCommaSpaces } from "./removeCommaSpaces.ts";

test("spaces after commas are removed", () => {
	expect(removeCommaSpaces("p{margin:max(1rem, var(--a));--b:c,  d}")).toBe("p{margin:max(1rem,var(--a));--b:c,d}");
});

test.each(['"a, b"', "'a, b'", '"it\'s a, b"', '"a\\", b"', "'a\\', b'"])("spaces in the string %s stay", (string) => {
	expect(removeCommaSpaces(`p{content:${string}}`)).toBe(`p{content:${string}}`);
});
