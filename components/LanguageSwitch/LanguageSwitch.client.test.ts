// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { LanguageSwitchElement } from "./LanguageSwitch.client.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";

const { element, attributes } = languageSwitchContract;
customElements.define(element, LanguageSwitchElement);

/** Simulated request that never receives a response. jsdom would send a real one. */
class EndlessRequest {
	open(): void {}
	send(): void {}
}

beforeEach(() => vi.stubGlobal("XMLHttpRequest", EndlessRequest));

async function showLink(): Promise<HTMLAnchorElement> {
	localStorage.clear();
	document.documentElement.lang = "en-US";
	document.body.innerHTML = `<${element}><a id="link" href="#ru" ${attributes.locale}="ru">Русский</a></${element}>`;
	// The element registers its listeners in a microtask.
	await Promise.resolve();
	const link = document.querySelector("a");
	if (!link) throw new Error("There is no link.");
	return link;
}

test.each<[string, string, MouseEventInit, boolean]>([
	["click", "the main button", {}, true],
	["click", "the Control key", { ctrlKey: true }, false],
	["click", "the Command key", { metaKey: true }, false],
	["click", "the Shift key", { shiftKey: true }, false],
	["click", "the Alt key", { altKey: true }, false],
	["auxclick", "the middle button", { button: 1 }, false],
])("a %s with %s on a language link stores the language, and is prevented: $3", async (type, _, init, isPrevented) => {
	const link = await showLink();
	const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...init });
	link.dispatchEvent(event);
	expect(event.defaultPrevented).toBe(isPrevented);
	expect(localStorage.getItem("locale")).toBe("ru");
});
