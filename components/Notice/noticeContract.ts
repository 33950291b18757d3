import type { SiteElementProps } from "../SiteElementProps.ts";

/** Contract between the markup of the notice and its script. */
export const noticeContract = {
	element: "site-notice",
	/** Set by the script while the address has the notice's query. */
	attributes: { shown: "data-shown" },
} as const;

/** Id of a notice. It is also the query, and the fragment, of the addresses that show it. */
export type NoticeId = "subscribed" | "paid";

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-notice": SiteElementProps;
		}
	}
}
