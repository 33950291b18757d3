// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { requirePart } from "../parts.client.ts";
import { MenuElement } from "./Menu.client.ts";
import { menuContract } from "./menuContract.ts";

// jsdom supports no popovers, and no media queries, which hide the button in wide windows. This test simulates both.
// tests/engines/behaviours.test.ts tests the menu in real browsers.
const { element, parts } = menuContract;
customElements.define(element, MenuElement);

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function showMenu(buttonStyle = "") {
	document.body.innerHTML = `<main tabindex="-1"></main><input>
		<${element}><div data-part="${parts.popover}"><a href="/about" data-part="first">About</a><a href="/" data-part="second">Home</a></div>
		<button style="${buttonStyle}" data-part="${parts.openButton}"></button></${element}>`;
	const menu = requirePart(document.body, parts.popover, HTMLElement);
	const hidePopover = vi.fn<() => void>();
	menu.hidePopover = hidePopover;
	await nextTask();
	const toggle = (newState: "open" | "closed") =>
		menu.dispatchEvent(Object.assign(new Event("toggle"), { newState }));
	const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
	return { menu, hidePopover, toggle, focus };
}

const openButton = () => requirePart(document.body, parts.openButton, HTMLElement);

/** Simulates a change of the window's width to one in which the links are always visible. */
function widenWindow(): void {
	openButton().style.display = "none";
	dispatchEvent(new Event("resize"));
}

test("a menu that opens focuses its first link", async () => {
	const { menu, toggle } = await showMenu();
	toggle("open");
	expect(document.activeElement).toBe(menu.querySelector("a"));
});

test.each([
	["inside the menu", "a"],
	["on the page", "main"],
	["nowhere", "body"],
])("a menu that closes while the focus is %s focuses its button", async (_, focused) => {
	const { toggle, focus } = await showMenu();
	focus(focused);
	toggle("closed");
	expect(document.activeElement).toBe(openButton());
});

test("a menu that another control closes leaves the focus there", async () => {
	const { toggle, focus } = await showMenu();
	focus("input");
	toggle("closed");
	expect(document.activeElement?.localName).toBe("input");
});

test("a menu closes when the focus leaves it", async () => {
	const { hidePopover, focus } = await showMenu();
	focus("[data-part=first]");
	focus("[data-part=second]");
	openButton().focus();
	focus("[data-part=second]");
	expect(hidePopover).not.toHaveBeenCalled();
	focus("input");
	expect(hidePopover).toHaveBeenCalledOnce();
});

test("a menu closes when the window becomes wide", async () => {
	const { hidePopover } = await showMenu();
	expect(hidePopover).not.toHaveBeenCalled();
	widenWindow();
	expect(hidePopover).toHaveBeenCalledOnce();
});

test("a menu closes when the window was wide before", async () => {
	const { hidePopover } = await showMenu("display: none");
	expect(hidePopover).toHaveBeenCalledOnce();
});
