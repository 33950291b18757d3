import { expect, test } from "vitest";
import { findTextChange } from "./morphPage.client.ts";

test.each([
	["characters are appended that repeat the end", "£10", "£100", { offset: 3, count: 0, replacement: "0" }],
	["characters are removed that repeat the end", "£100", "£10", { offset: 3, count: 1, replacement: "" }],
	[
		"the middle differs",
		"Before and behind",
		"Before, within and behind",
		{ offset: 6, count: 0, replacement: ", within" },
	],
	["nothing is left", "£10", "", { offset: 0, count: 3, replacement: "" }],
	["nothing differs", "£10", "£10", { offset: 3, count: 0, replacement: "" }],
])("the change between two texts is found when %s", (_, text, next, change) => {
	expect(findTextChange(text, next)).toEqual(change);
});
