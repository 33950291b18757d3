export const languageFrameContract = {
	parts: { placeholder: "placeholder", failure: "failure", status: "language-status" },
	attributes: {
		/** Attribute with the text that screen readers announce after a change of language. */
		message: "data-message",
	},
} as const;
