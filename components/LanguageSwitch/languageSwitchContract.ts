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
		 * Marks a language link for which the browser navigates. For all other language links, the script replaces the
		 * content of the current page instead. The language link of the 404 page has this mark, because it leads to the
		 * home page, which needs other styles.
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
