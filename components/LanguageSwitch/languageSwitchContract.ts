/** `data-part` values and attributes that the markup and the scripts of the language switch share. */
export const languageSwitchContract = {
	parts: {
		/** Element of `LanguagePlaceholder.tsx` that covers the main content while the other language loads. */
		placeholder: "placeholder",
		/** Paragraph of the placeholder with a link to the other language, for a failed change of language. */
		failure: "failure",
		/** Status message after a change of language, in `LanguagePlaceholder.tsx`. */
		status: "language-status",
	},
	attributes: {
		/** Locale of the page to which a link leads. */
		locale: "data-locale",
		/** Marks a link that the browser itself follows. Other links replace the page's content by script. */
		native: "data-native",
		/** Text that screen readers announce after a change of language. */
		message: "data-message",
	},
} as const;
