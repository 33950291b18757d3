/** Contract between the placeholder and the announcement of the frame around every page, and the script that changes the language. */
export const languageFrameContract = {
	parts: { placeholder: "placeholder", failure: "failure", status: "language-status" },
	attributes: {
		/** Text of the announcement. */
		message: "data-message",
	},
} as const;
