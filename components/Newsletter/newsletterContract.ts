/** Element name, `data-part` values and attributes that `Newsletter.tsx` and its script share. */
export const newsletterContract = {
	element: "site-newsletter",
	parts: { form: "form", button: "button", status: "status" },
	attributes: {
		/** Attribute with the message that visitors see when a request fails. */
		failure: "data-failure",
		/** Outcome of the last request: `saved` or `failed`. The style sheet adds a check mark or a cross. */
		outcome: "data-outcome",
	},
} as const;
