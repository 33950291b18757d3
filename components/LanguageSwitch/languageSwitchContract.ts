/** Element name, `data-part` values and attributes that the markup and the scripts of the language switch share. */
export const languageSwitchContract = {
	element: "site-language-switch",
	parts: {
		/** Title of the list of languages. It gets the focus after a choice from the list. */
		listTitle: "title",
		/** Element that covers the main content while the page loads in the other language. */
		placeholder: "placeholder",
		/** Paragraph of the placeholder with a link to the other language, for a failed change of language. */
		failure: "failure",
		/** Status message after a change of language. */
		status: "language-status",
	},
	attributes: {
		/** Locale of the page to which a link leads. */
		locale: "data-locale",
		/** Marks a plain link, which the browser follows. Other links replace the page's content by script. */
		plain: "data-plain",
		/** Text that screen readers announce after a change of language. */
		message: "data-message",
	},
} as const;
