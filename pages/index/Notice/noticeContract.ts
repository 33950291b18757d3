import type { SiteElementProps } from "../../../components/SiteElementProps.ts";

/** Contract between the markup of the notice and its script. */
export const noticeContract = { element: "site-notice" } as const;

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-notice": SiteElementProps;
		}
	}
}
