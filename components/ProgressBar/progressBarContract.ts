import type { SiteElementProps } from "../SiteElementProps.ts";

export const progressBarContract = { element: "site-progress" } as const;

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-progress": SiteElementProps;
		}
	}
}
