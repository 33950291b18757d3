import { find } from "./find.client.ts";

/** The menu of narrow screens. Opening, Escape and a click outside are the browser's; focus and the rest are here. */
addEventListener(
	"toggle",
	({ target, newState }: ToggleEvent) => {
		const menu = target as HTMLElement;
		if (menu.id !== "menu") return;
		const { activeElement } = document;
		const isInside = menu.contains(activeElement);
		if (newState === "open") isInside || menu.querySelector("a")?.focus();
		// A press on the page focuses its body or main content; one on another control keeps the focus there.
		else if (isInside || (activeElement as HTMLElement).tabIndex < 0) find("menu-button").focus();
	},
	true,
);

const close = () => find("menu").hidePopover?.();

// Not when a link of it is pressed: browsers forget what they have fetched or rendered for links that are not to be seen.
addEventListener("pagehide", close);
const wide = matchMedia("(width > 768px)");
wide.addEventListener("change", close);
// The window may have grown before this script came.
if (wide.matches) close();
