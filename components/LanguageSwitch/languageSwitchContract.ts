import type { SiteElementProps } from "../SiteElementProps.ts";

/** Contract between the markup of language links and their script. */
export const languageSwitchContract = {
	element: "site-language-switch",
	/** Title of the list of languages, which has the focus after a choice from the list. */
	parts: { listTitle: "title" },
	attributes: {
		/** Locale of the page that a link leads to. */
		locale: "data-locale",
		/** Marks a link that navigates: its page cannot take the place of this one. */
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
