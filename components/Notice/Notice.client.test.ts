// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { NoticeElement } from "./Notice.client.ts";
import { noticeContract } from "./noticeContract.ts";

customElements.define(noticeContract.element, NoticeElement);

afterEach(() => history.replaceState(null, "", "/"));

test.each([
	["", false],
	["?subscribed", false],
	["?paid=no", false],
	["?utm_source=letter&paid", true],
	["?paid=", true],
])("with the query %j the notice is shown: %j", async (query, isShown) => {
	history.replaceState(null, "", `/${query}`);
	document.body.innerHTML = `<${noticeContract.element} id="paid"></${noticeContract.element}>`;
	await new Promise((resolve) => setTimeout(resolve));
	const notice = document.querySelector<HTMLElement>(noticeContract.element);
	expect(notice?.hasAttribute(noticeContract.attributes.shown)).toBe(isShown);
});
