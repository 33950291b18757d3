// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { requirePart } from "../../components/parts.client.ts";
import { previewSourceId } from "../../environment/preview.ts";
import { morphPage, recordResponse } from "./morphPage.client.ts";

const served = `<h1>Before and behind</h1>
	<details data-part="section"><summary>Title</summary><p>Text</p></details>
	<label for="email" class="wide">E-mail</label><input id="email" data-part="field">`;

const parseBody = (html: string) => new DOMParser().parseFromString(html, "text/html").body;
const readTitle = () => document.querySelector("h1")?.textContent;
const field = () => requirePart(document.body, "field", HTMLInputElement);
const section = () => requirePart(document.body, "section", HTMLDetailsElement);

/** Shows a response as a preview does, and records it. */
function serve(html: string, shown = html): void {
	document.body.innerHTML = `${shown}<template id="${previewSourceId}">${html}</template>`;
	recordResponse();
}

beforeEach(() => serve(served));

function update(changes: Record<string, string>): void {
	let html = served;
	for (const [old, changed] of Object.entries(changes)) html = html.replace(old, changed);
	morphPage(parseBody(`${html}<template id="${previewSourceId}"></template>`));
}

test("an update changes texts, attributes and elements", () => {
	update({
		"Before and behind": "After",
		'class="wide"': 'class="narrow"',
		"<p>Text</p>": "<ul><li>New</li></ul>",
	});
	expect(readTitle()).toBe("After");
	expect(document.querySelector("label")?.className).toBe("narrow");
	expect(section().lastElementChild?.outerHTML).toBe("<ul><li>New</li></ul>");
});

test("an update leaves typed text and focus in a field", () => {
	field().value = "ada@";
	field().focus();
	update({ "E-mail": "Your e-mail" });
	expect(document.querySelector("label")?.textContent).toBe("Your e-mail");
	expect([field().value, document.activeElement]).toEqual(["ada@", field()]);
});

test("an update leaves a section open", () => {
	section().open = true;
	update({ Title: "Other title" });
	expect(section().querySelector("summary")?.textContent).toBe("Other title");
	expect(section().open).toBe(true);
});

test("an update leaves a part shown that a script has shown", () => {
	const hidden = served.replace("<h1>", "<h1 hidden>");
	serve(hidden, served);
	morphPage(parseBody(hidden.replace("Before and behind", "After")));
	expect([readTitle(), document.querySelector("h1")?.hidden]).toEqual(["After", false]);
});

test("an update leaves what scripts and extensions have added", () => {
	const heading = document.querySelector("h1");
	heading?.before(document.createElement("aside"));
	heading?.classList.add("marked");
	update({ "Before and behind": "After" });
	expect(document.querySelector("aside + h1.marked")?.textContent).toBe("After");
});
