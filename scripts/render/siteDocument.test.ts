import { expect, test } from "vitest";
import { finishDocument, isElement, parseRendered } from "./siteDocument.ts";

const finish = (html: string) => finishDocument(parseRendered(html));

test("a document without its end tag is refused", () => {
	expect(() => parseRendered("<html><body><p>Words</p></body></htm")).toThrow("The document breaks off");
});

test("a document is published with the attribute names and the tags of HTML", () => {
	const { html } = finish('<!doctype html><html><head><meta charSet="utf-8"/></head><body><br/></body></html>');
	expect(html).toBe('<!DOCTYPE html><html><head><meta charset="utf-8"></head><body><br></body></html>\n');
});

test("characters with a meaning in HTML, and non-breaking spaces, stay escaped", () => {
	const body = '<p title="&quot;&amp;nbsp;">a&nbsp;b &lt;c&gt; &amp;nbsp;</p>';
	expect(finish(`<html><body>${body}</body></html>`).html).toContain(`<body>${body}</body>`);
});

test("scripts and style sheets are published unchanged, and are not listed as texts", () => {
	const code = '<script>if (a && "<b>") c("\\u00a0&nbsp;")</script>';
	const { html, parts } = finish(`<html><head>${code}</head><body>Words</body></html>`);
	expect(html).toContain(code);
	expect(parts.flatMap((part) => (isElement(part) ? [] : part.text)).join("")).toBe("Words");
});
