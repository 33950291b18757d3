// The Save-Data API is missing in some browsers and in TypeScript's types: https://wicg.github.io/savedata/
const { connection } = navigator as { connection?: { saveData?: boolean } };

/** Distance between carousel and viewport at which Swiper is loaded. */
const nearMargin = "300px";

/**
 * Carousel that loads Swiper when it is pressed or focused, or comes near the viewport. Unless its `data-state` is `ready`,
 * the list scrolls without arrows.
 */
export class CarouselElement extends HTMLElement {
	/** Marks the slides outside of a strip at the centre, in which a single slide rests. */
	#observer = new IntersectionObserver(
		(entries) => {
			for (const { target, isIntersecting } of entries)
				target.toggleAttribute("data-aside", !isIntersecting);
		},
		{ root: this, rootMargin: "0px -49%" },
	);

	constructor() {
		super();
		const load = () => void this.#load();
		const whenNear: IntersectionObserverCallback = (entries) => {
			if (entries.some(({ isIntersecting }) => isIntersecting)) load();
		};
		if (!connection?.saveData)
			new IntersectionObserver(whenNear, { rootMargin: nearMargin }).observe(this);
		this.addEventListener("pointerdown", load);
		this.addEventListener("focusin", load);
		this.#observeSlides();
	}

	/** Observes all slides, also those that a preview has added. */
	#observeSlides(): void {
		for (const element of this.querySelectorAll(".swiper-slide")) this.#observer.observe(element);
	}

	async #load(): Promise<void> {
		if (this.dataset.state) return;
		this.dataset.state = "loading";
		try {
			const { startSwiper } = await import("./startSwiper.client.ts");
			await startSwiper(this, () => this.#observeSlides());
			this.dataset.state = "ready";
		} catch (error) {
			console.error(error);
			this.dataset.state = "failed";
		}
	}
}
