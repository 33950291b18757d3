import type { SiteElementProps } from "../SiteElementProps.ts";

/** Element name, `data-part` values and attributes that language links and their script share. */
export const languageSwitchContract = {
	element: "site-language-switch",
	/** Title of the list of languages. It gets the focus after a choice from the list. */
	parts: { listTitle: "title" },
	attributes: {
		/** Locale of the page to which a link leads. */
		locale: "data-locale",
		/** Marks a link that causes a navigation. Other links replace the page's content by script. */
		navigates: "data-plain",
	},
} as const;

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-language-switch": SiteElementProps;
		}
	}
}
