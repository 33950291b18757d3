// Manages the focus of the menu's popover, and closes it in windows that show all links.
const menu = document.querySelector<HTMLElement>("[popover]");
const openButton = document.querySelector<HTMLElement>("[popover] ~ [popovertarget]");

menu?.addEventListener("focusout", ({ relatedTarget: focused }) => {
	// A press on the open button closes the menu by itself. Closed here, the menu would open again.
	if (!(focused instanceof Node) || focused === openButton || menu.contains(focused)) return;
	menu.hidePopover?.();
});

menu?.addEventListener("toggle", ({ newState }) => {
	const { activeElement } = document;
	const isInside = menu.contains(activeElement);
	if (newState === "open") {
		if (!isInside) menu.querySelector("a")?.focus();
		return;
	}
	// A click outside focusable elements moves the focus to `<body>` or `<main>`.
	const isOutsideControls = activeElement instanceof HTMLElement && activeElement.tabIndex < 0;
	// In a low window the header is not sticky, and the page would scroll to it.
	if (isInside || isOutsideControls) openButton?.focus({ preventScroll: true });
});

// The back/forward cache would restore an open menu.
addEventListener("pageshow", ({ persisted }) => {
	if (persisted) menu?.hidePopover?.();
});

addEventListener("resize", closeInWideWindow);
// The window may have become wide while this script was loading and the popover was open.
closeInWideWindow();

function closeInWideWindow(): void {
	// Without a button, the links are permanently visible. Browsers without popovers have no `hidePopover`.
	if (openButton && getComputedStyle(openButton).display === "none") menu?.hidePopover?.();
}

export {};
