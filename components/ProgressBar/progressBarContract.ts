import type { SiteElementProps } from "../SiteElementProps.ts";

/** Name of the custom element, which `ProgressBar.tsx` and its script share. */
export const progressBarContract = { element: "site-progress" } as const;

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-progress": SiteElementProps;
		}
	}
}
