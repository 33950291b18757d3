import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatFieldsReference } from "./space/fieldsReference.ts";

test("the reference of fields follows the content model", () => {
	const advice = "docs/fields.md: run npm run regenerate";
	expect(readFileSync("docs/fields.md", "utf8"), advice).toBe(formatFieldsReference());
});
