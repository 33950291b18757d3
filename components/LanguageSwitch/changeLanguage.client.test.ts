// @vitest-environment jsdom
import { expect, test } from "vitest";
import { copyInputValuesAndOpenStates } from "./changeLanguage.client.ts";

function parsePage(main: string): Document {
	return new DOMParser().parseFromString(`<main>${main}</main>`, "text/html");
}

test.each([
	["with a title", '<details id="one"><summary>Title</summary><p id="text">Text</p></details>'],
	[
		"without content, beside the text that it shows",
		'<li><p>Text</p><details id="one"><summary>Read on</summary></details></li>',
	],
	["inside another one", '<details id="outer" open><div id="body"><details id="one"></details></div></details>'],
])("an open section %s stays open when the language changes", (_, main) => {
	document.body.innerHTML = `<main>${main}</main>`;
	const section = document.querySelector<HTMLDetailsElement>("#one");
	section?.setAttribute("open", "");
	const next = parsePage(main);
	copyInputValuesAndOpenStates(next);
	expect(next.querySelector<HTMLDetailsElement>("#one")?.open).toBe(true);
});

test("a closed section stays closed, and an input keeps its value, when the language changes", () => {
	const main = '<details id="one"></details><input id="email">';
	document.body.innerHTML = `<main>${main}</main>`;
	Object.assign(document.querySelector("input") ?? {}, { value: "me@example.org" });
	const next = parsePage(main);
	copyInputValuesAndOpenStates(next);
	expect(next.querySelector("details")?.open).toBe(false);
	expect(next.querySelector("input")?.value).toBe("me@example.org");
});
