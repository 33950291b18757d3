/** Element name, class, `data-part` values and attributes that `Carousel.tsx` and its script share. */
export const carouselContract = {
	element: "site-carousel",
	parts: { controls: "controls", previous: "previous", dots: "dots", next: "next" },
	attributes: {
		scrollPadding: "data-scroll-padding",
		scrollMargin: "data-scroll-margin",
		/** Marks a slide that is not at the centre of the list. */
		aside: "data-aside",
	},
	/** Class of a slide, which Swiper requires. */
	slide: "swiper-slide",
} as const;

/** Value of the carousel's attribute `data-state`. Unless it is `ready`, the list scrolls without arrows. */
export type CarouselState = "loading" | "ready" | "failed";
