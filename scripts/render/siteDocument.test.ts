import { expect, test } from "vitest";
import { finishDocument, isElement, parseRendered } from "./siteDocument.ts";

test("a document without its end tag is refused", () => {
	expect(() => parseRendered("<html><body><p>Words</p></body></htm")).toThrow(
		"The document breaks off",
	);
});

test("scripts and style sheets are published unchanged, and are not listed as texts", () => {
	const code = '<script>if (a && "<b>") c("\\u00a0&nbsp;")</script>';
	const { html, parts } = finishDocument(
		parseRendered(`<html><head>${code}</head><body>Words</body></html>`),
	);
	expect(html).toContain(code);
	expect(parts.flatMap((part) => (isElement(part) ? [] : part.value)).join("")).toBe("Words");
});
