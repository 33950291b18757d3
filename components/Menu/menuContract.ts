import type { SiteElementProps } from "../SiteElementProps.ts";

/** Element name and `data-part` values that `Menu.tsx` and its script share. */
export const menuContract = {
	element: "site-menu",
	parts: { popover: "popover", openButton: "open" },
} as const;

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-menu": SiteElementProps;
		}
	}
}
