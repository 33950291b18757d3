import { expect, test } from "vitest";
import { parseAssetAddress } from "./answer.ts";

test.each([
	["no details", {}],
	["null for details", { details: null }],
	["null for the picture", { details: { size: 4, image: null } }],
	["nothing of the picture", { details: { size: 4, image: {} } }],
	["null for its sizes", { details: { size: 4, image: { width: null, height: null } } }],
	["null for its name", { fileName: null }],
])("a file with %s is a file", (_, more) => {
	const file = { url: "//assets.example/a.svg", contentType: "image/svg+xml", ...more };
	expect(parseAssetAddress(file, "https:")).toBe("https://assets.example/a.svg");
});
