import { find } from "../find.client.ts";

/**
 * The menu of narrow screens. The browser opens it and closes it on Escape and on a click outside; the inline script
 * (site/headScript.ts) closes it when the page is left. Moving the focus and closing it in a wide window are done here.
 */
addEventListener(
	"toggle",
	({ target, newState }: ToggleEvent) => {
		const menu = target as HTMLElement;
		if (menu.id !== "menu") return;
		const { activeElement } = document;
		const isInside = menu.contains(activeElement);
		if (newState === "open") {
			if (!isInside) menu.querySelector("a")?.focus();
			return;
		}
		// A press on the page focuses its body or main content; one on another control keeps the focus there.
		if (isInside || (activeElement as HTMLElement).tabIndex < 0) find("menu-button").focus();
	},
	true,
);

const close = () => find("menu").hidePopover?.();

const wide = matchMedia("(width > 768px)");
wide.addEventListener("change", close);
// The window may have grown before this script came.
if (wide.matches) close();
