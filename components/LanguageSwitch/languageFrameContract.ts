/** `data-part` values and attributes that the language placeholder, the status element and their script share. */
export const languageFrameContract = {
	parts: { placeholder: "placeholder", failure: "failure", status: "language-status" },
	attributes: {
		/** Text that the script announces after it has changed the language. */
		message: "data-message",
	},
} as const;
