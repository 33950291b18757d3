import { requirePart } from "../parts.client.ts";
import { SiteElement } from "../SiteElement.client.ts";
import { menuContract } from "./menuContract.ts";

const { parts } = menuContract;

/** Matches windows in which the menu is no popover, as in `Menu.css`. */
const wideWindow = "(width > 768px)";

/**
 * Moves the focus of a menu, and closes it when the window becomes wide. The browser opens it, and closes it on Escape and
 * on a press beside it. The inline script (`site/headScript.ts`) closes it when the page is left.
 */
export class MenuElement extends SiteElement {
	protected connect(signal: AbortSignal): void {
		const popover = requirePart(this, parts.popover, HTMLElement);
		// Browsers without popovers always show the menu.
		const close = () => popover.hidePopover?.();
		const wide = matchMedia(wideWindow);
		wide.addEventListener("change", close, { signal });
		// The window may have become wide before this script was loaded.
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
		// A press on the page focuses its body or main element. A press on another control leaves the focus on that control.
		const isOnPage = activeElement instanceof HTMLElement && activeElement.tabIndex < 0;
		if (isInside || isOnPage) requirePart(this, parts.openButton, HTMLElement).focus();
	}
}
