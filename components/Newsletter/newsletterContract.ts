import type { SiteElementProps } from "../SiteElementProps.ts";

/** Contract between the markup of a newsletter form and its script. */
export const newsletterContract = {
	element: "site-newsletter",
	parts: { form: "form", button: "button", status: "status" },
	attributes: {
		/** Message for a request that fails. */
		failure: "data-failure",
		/** Outcome of the last request, on the status: `saved` or `failed`. The style sheet marks it by a sign. */
		outcome: "data-outcome",
	},
} as const;

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-newsletter": SiteElementProps;
		}
	}
}
