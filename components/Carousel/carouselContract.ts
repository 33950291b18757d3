/** Element name, `data-part` values and attributes that `Carousel.tsx` and its script share. */
export const carouselContract = {
	element: "site-carousel",
	parts: { controls: "controls", previous: "previous", dots: "dots", next: "next" },
	attributes: { scrollPadding: "data-scroll-padding", scrollMargin: "data-scroll-margin" },
} as const;

/** Value of the carousel's attribute `data-state`. In the state `failed`, the list scrolls without arrows. */
export type CarouselState = "loading" | "ready" | "failed";
