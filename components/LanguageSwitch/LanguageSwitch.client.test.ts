// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LanguageSwitchElement } from "./LanguageSwitch.client.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";

const { element, attributes, parts } = languageSwitchContract;
customElements.define(element, LanguageSwitchElement);

/** Simulated request. Receives no response until a test fires its event `loadend`. jsdom would send a real one. */
class HeldRequest {
	static sent: HeldRequest[] = [];
	status = 0;
	response = null;
	onloadend = () => {};
	open(): void {}
	send(): void {
		HeldRequest.sent.push(this);
	}
}

beforeEach(() => {
	HeldRequest.sent = [];
	vi.stubGlobal("XMLHttpRequest", HeldRequest);
});
afterEach(async () => {
	// Revokes the change of language, so that it does not reach the next test's document.
	await vi.dynamicImportSettled();
	document.getElementById("present")?.click();
	vi.unstubAllGlobals();
});

async function showLink(): Promise<HTMLAnchorElement> {
	localStorage.clear();
	Object.assign(document.documentElement, { id: "en-US", lang: "en-US" });
	document.body.innerHTML = `
		<${element}>
			<a id="present" href="/about#en-US" ${attributes.locale}="en-US">English</a>
			<a id="other" href="/ru/about#ru" ${attributes.locale}="ru">Русский</a>
		</${element}>
		<main></main>
		<div data-part="${parts.placeholder}"></div>
		<div data-part="${parts.failure}"></div>`;
	// The element registers its listeners in a microtask.
	await Promise.resolve();
	const link = document.querySelector<HTMLAnchorElement>("#other");
	if (!link) throw new Error("There is no link.");
	return link;
}

test.each<[string, MouseEventInit, string, boolean]>([
	["the main button", {}, "en-US", true],
	["the Control key", { ctrlKey: true }, "en-US", false],
	["the Command key", { metaKey: true }, "en-US", false],
	["the Shift key", { shiftKey: true }, "en-US", false],
	["the Alt key", { altKey: true }, "en-US", false],
	["the main button, on a translated page", {}, "ru", false],
])("a click with %s changes the language in place: $3", async (_, init, lang, isPrevented) => {
	const link = await showLink();
	document.documentElement.lang = lang;
	const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
	link.dispatchEvent(event);
	expect(event.defaultPrevented).toBe(isPrevented);
	expect(localStorage.getItem("locale")).toBe(isPrevented ? "ru" : null);
});

test("a page is prefetched once, and again after a failure", async () => {
	const link = await showLink();
	const present = document.getElementById("present");
	// A page that no test has requested before.
	present?.setAttribute("href", "/present");
	present?.focus();
	expect(HeldRequest.sent.length).toBe(0);
	link.focus();
	link.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
	expect(HeldRequest.sent.length).toBe(1);
	HeldRequest.sent[0]?.onloadend();
	await Promise.resolve();
	link.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
	expect(HeldRequest.sent.length).toBe(2);
	expect(localStorage.getItem("locale")).toBeNull();
	link.click();
	expect(HeldRequest.sent.length).toBe(2);
});

test("without storage the link still changes the language in place", async () => {
	const link = await showLink();
	vi.stubGlobal("localStorage", undefined);
	const event = new MouseEvent("click", { bubbles: true, cancelable: true });
	link.dispatchEvent(event);
	expect(event.defaultPrevented).toBe(true);
	expect(HeldRequest.sent.length).toBe(1);
});

test("a choice from the list closes it and focuses its title", async () => {
	await showLink();
	const control = document.querySelector(element);
	if (control)
		control.innerHTML = `<details open><summary data-part="${parts.listTitle}"></summary>${control.innerHTML}</details>`;
	document.getElementById("present")?.click();
	expect(document.querySelector("details")?.open).toBe(false);
	expect(document.activeElement?.localName).toBe("summary");
});
