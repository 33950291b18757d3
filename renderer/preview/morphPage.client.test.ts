// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { requirePart } from "../../components/parts.client.ts";
import { findTextChange, morphPage, recordBasis } from "./morphPage.client.ts";

const served = `<h1>Before and behind</h1>
	<details data-part="section"><summary>Title</summary><p>Text</p></details>
	<label for="email" class="wide">E-mail</label><input id="email" data-part="field">`;

const parseBody = (html: string) => new DOMParser().parseFromString(html, "text/html").body;
const readTitle = () => document.querySelector("h1")?.textContent;
const field = () => requirePart(document.body, "field", HTMLInputElement);
const section = () => requirePart(document.body, "section", HTMLDetailsElement);

beforeEach(() => {
	document.body.innerHTML = served;
	recordBasis(parseBody(served));
});

function update(changes: Record<string, string>): void {
	let html = served;
	for (const [old, changed] of Object.entries(changes)) html = html.replace(old, changed);
	morphPage(parseBody(html));
}

test("an update changes texts and attributes, and adds and removes elements", () => {
	update({ "Before and behind": "After", 'class="wide"': 'class="narrow"', "<p>Text</p>": "<ul><li>New</li></ul>" });
	expect(readTitle()).toBe("After");
	expect(document.querySelector("label")?.className).toBe("narrow");
	expect(section().lastElementChild?.outerHTML).toBe("<ul><li>New</li></ul>");
});

test("an update leaves a selection in the unchanged part of a text", () => {
	const text = document.querySelector("h1")?.firstChild;
	if (!text) throw new Error("There is no title.");
	getSelection()?.setBaseAndExtent(text, 11, text, 17);
	update({ "Before and": "Before, within and" });
	expect(readTitle()).toBe("Before, within and behind");
	expect(String(getSelection())).toBe("behind");
});

test("an update leaves typed text and the focus in a field whose label changes", () => {
	field().value = "ada@";
	field().focus();
	update({ "E-mail": "Your e-mail" });
	expect(document.querySelector("label")?.textContent).toBe("Your e-mail");
	expect([field().value, document.activeElement]).toEqual(["ada@", field()]);
});

test.each(["after", "before"])("an update leaves a section open that was opened %s the body was recorded", (when) => {
	section().open = true;
	if (when === "before") recordBasis(parseBody(document.body.innerHTML));
	update({ Title: "Other title" });
	expect(section().querySelector("summary")?.textContent).toBe("Other title");
	expect(section().open).toBe(true);
});

test("an update leaves elements and classes that a script or a browser extension has added", () => {
	const heading = document.querySelector("h1");
	heading?.before(document.createElement("aside"));
	heading?.classList.add("marked");
	update({ "Before and behind": "After" });
	expect(document.querySelector("aside + h1.marked")?.textContent).toBe("After");
});

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
