import type { SiteElementProps } from "../SiteElementProps.ts";

/** Element name, `data-part` values and attributes that language links and their script share. */
export const languageSwitchContract = {
	element: "site-language-switch",
	/** Title of the list of languages. It gets the focus after a choice from the list. */
	parts: { listTitle: "title" },
	attributes: {
		/** Locale of the page to which a link leads. */
		locale: "data-locale",
		/**
		 * Marks the language link of the 404 page, which leads to the home page. Browsers load that page normally, because
		 * it has other styles.
		 */
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
