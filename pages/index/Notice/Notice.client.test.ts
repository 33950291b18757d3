// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { NoticeElement } from "./Notice.client.ts";
import { noticeContract } from "./noticeContract.ts";

customElements.define(noticeContract.element, NoticeElement);

afterEach(() => history.replaceState(null, "", "/"));

test.each([
	["?subscribed", false],
	["", true],
	["?subscribed=no", true],
	["?utm_source=letter", true],
])("at an address with the query %j, hidden is %j", async (query, isHidden) => {
	history.replaceState(null, "", `/${query}`);
	document.body.innerHTML = `<${noticeContract.element} hidden></${noticeContract.element}>`;
	await new Promise((resolve) => setTimeout(resolve));
	expect(document.querySelector<HTMLElement>(noticeContract.element)?.hidden).toBe(isHidden);
});
