/**
 * `data-part` values and attributes that the placeholder, the announcement and the script of the language switch share.
 */
export const languageFrameContract = {
	parts: { placeholder: "placeholder", failure: "failure", status: "language-status" },
	attributes: {
		/** Text that the script announces after it has changed the language. */
		message: "data-message",
	},
} as const;
