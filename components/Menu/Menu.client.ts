import { requirePart } from "../parts.client.ts";
import { SiteElement } from "../SiteElement.client.ts";
import { menuContract } from "./menuContract.ts";

const { parts } = menuContract;

/** Media query of windows in which the menu is permanently visible. `Menu.css` has the same query. */
const wideWindow = "(width > 768px)";

/** Custom element of the menu. Manages the focus of the menu's popover, and closes the popover in wide windows. */
export class MenuElement extends SiteElement {
	protected connect(signal: AbortSignal): void {
		const popover = requirePart(this, parts.popover, HTMLElement);
		// Browsers without popovers have no `hidePopover`, and show the menu permanently.
		const close = () => popover.hidePopover?.();
		const wide = matchMedia(wideWindow);
		wide.addEventListener("change", close, { signal });
		// The window may have become wide while this script was loading and the popover was open.
		if (wide.matches) close();
		popover.addEventListener("toggle", ({ newState }) => this.#moveFocus(popover, newState === "open"), { signal });
	}

	#moveFocus(popover: HTMLElement, isOpen: boolean): void {
		const { activeElement } = document;
		const isInside = popover.contains(activeElement);
		if (isOpen) {
			if (!isInside) popover.querySelector("a")?.focus();
			return;
		}
		// A click outside focusable elements moves the focus to `<body>` or `<main>`.
		const isOutsideControls = activeElement instanceof HTMLElement && activeElement.tabIndex < 0;
		if (isInside || isOutsideControls) requirePart(this, parts.openButton, HTMLElement).focus();
	}
}
