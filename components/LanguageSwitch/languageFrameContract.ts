/** `data-part` values and attributes that components and scripts for a change of language share. */
export const languageFrameContract = {
	parts: { placeholder: "placeholder", failure: "failure", status: "language-status" },
	attributes: {
		/** Text that screen readers announce after a change of language. */
		message: "data-message",
	},
} as const;
