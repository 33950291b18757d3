import { requirePart } from "../parts.client.ts";
import { SiteElement } from "../SiteElement.client.ts";
import { menuContract } from "./menuContract.ts";

const { parts } = menuContract;

/** Custom element of the menu. Manages the focus of the menu's popover, and closes it in windows that show all links. */
export class MenuElement extends SiteElement {
	protected connect(signal: AbortSignal): void {
		const popover = requirePart(this, parts.popover, HTMLElement);
		const openButton = requirePart(this, parts.openButton, HTMLElement);
		const closeInWideWindow = () => {
			// Without a button, the links are permanently visible. Browsers without popovers have no `hidePopover`.
			if (getComputedStyle(openButton).display === "none") popover.hidePopover?.();
		};
		addEventListener("resize", closeInWideWindow, { signal });
		// The window may have become wide while this script was loading and the popover was open.
		closeInWideWindow();
		const closeWhenLeft = ({ relatedTarget: focused }: FocusEvent) => {
			// A press on the open button closes the menu by itself. Closed here, the menu would open again.
			if (!(focused instanceof Node) || focused === openButton || popover.contains(focused)) return;
			popover.hidePopover?.();
		};
		popover.addEventListener("focusout", closeWhenLeft, { signal });
		popover.addEventListener(
			"toggle",
			({ newState }) => this.#moveFocus(popover, newState === "open"),
			{ signal },
		);
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
