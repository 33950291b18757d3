// Manages the focus of the menu's popover, and closes it in windows that show all links. The listeners are on `document`.

document.addEventListener("focusout", closeWhenLeft);
// The event does not bubble, so the listener captures it.
document.addEventListener("toggle", moveFocus, { capture: true });
addEventListener("resize", closeInWideWindow);
// The window may have become wide while this script was loading and the popover was open.
closeInWideWindow();

function closeWhenLeft({ target, relatedTarget: focused }: FocusEvent): void {
	const menu = findMenu();
	if (!menu || !(target instanceof Node) || !menu.contains(target)) return;
	// A press on the open button closes the menu by itself. Closed here, the menu would open again.
	if (!(focused instanceof Node) || focused === findOpenButton() || menu.contains(focused)) return;
	menu.hidePopover?.();
}

function moveFocus({ target, newState }: ToggleEvent): void {
	const menu = findMenu();
	if (!menu || target !== menu) return;
	const { activeElement } = document;
	const isInside = menu.contains(activeElement);
	if (newState === "open") {
		if (!isInside) menu.querySelector("a")?.focus();
		return;
	}
	// A click outside focusable elements moves the focus to `<body>` or `<main>`.
	const isOutsideControls = activeElement instanceof HTMLElement && activeElement.tabIndex < 0;
	if (isInside || isOutsideControls) findOpenButton()?.focus();
}

function closeInWideWindow(): void {
	const openButton = findOpenButton();
	// Without a button, the links are permanently visible. Browsers without popovers have no `hidePopover`.
	if (openButton && getComputedStyle(openButton).display === "none") findMenu()?.hidePopover?.();
}

function findMenu(): HTMLElement | null {
	return document.querySelector<HTMLElement>("[popover]");
}

function findOpenButton(): HTMLElement | null {
	return document.querySelector<HTMLElement>("[popover] ~ [popovertarget]");
}
