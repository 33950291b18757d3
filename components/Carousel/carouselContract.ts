import type { SiteElementProps } from "../SiteElementProps.ts";

/** Contract between the markup of a carousel and its script. */
export const carouselContract = {
	element: "site-carousel",
	parts: { controls: "controls", previous: "previous", dots: "dots", next: "next" },
	attributes: {
		/** Absent, for `smooth`, or `auto`. */
		scrollBehavior: "data-scroll-behavior",
		scrollPadding: "data-scroll-padding",
		scrollMargin: "data-scroll-margin",
		/** Accessible name of a dot. `{page}` and `{count}` stand for numbers. */
		dotLabel: "data-label",
	},
} as const;

/** Values of `data-state`, which the script sets on the element and the styles read. `failed` leaves the plain list. */
export type CarouselState = "loading" | "ready" | "failed";

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-carousel": SiteElementProps;
		}
	}
}
