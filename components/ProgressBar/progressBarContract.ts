import type { SiteElementProps } from "../SiteElementProps.ts";

/** Contract between the markup of the progress bar and its script. */
export const progressBarContract = { element: "site-progress" } as const;

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-progress": SiteElementProps;
		}
	}
}
