import type { SiteElementProps } from "../SiteElementProps.ts";

/** Contract between the markup of a menu and its script. */
export const menuContract = {
	element: "site-menu",
	/** Popover of narrow windows, and the button that opens it. */
	parts: { popover: "popover", openButton: "open" },
} as const;

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-menu": SiteElementProps;
		}
	}
}
