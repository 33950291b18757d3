import { type CarouselState, carouselContract } from "./carouselContract.ts";

// The Save-Data API is missing in some browsers and in TypeScript's types: https://wicg.github.io/savedata/
const { connection } = navigator as { connection?: { saveData?: boolean } };

const { attributes, slideClass } = carouselContract;

/** Distance between carousel and viewport at which Swiper is loaded. */
const nearMargin = "300px";

/** Visible share of a slide at which the list rests, because positions are rounded. */
const fullRatio = 0.98;

/** Carousel that loads Swiper when it is pressed or focused, or comes near the viewport. */
export class CarouselElement extends HTMLElement {
	#observer = new IntersectionObserver((entries) => this.#markSlides(entries), {
		root: this,
		threshold: fullRatio,
	});

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
		this.observeSlides();
	}

	listSlides(): Element[] {
		return [...this.querySelectorAll(`.${slideClass}`)];
	}

	/** Observes all slides, also those that a preview has added. */
	observeSlides(): void {
		for (const slide of this.listSlides()) this.#observer.observe(slide);
	}

	/** Marks all slides except the one at which the list rests. A change of height on the way there would stop the list. */
	#markSlides(entries: IntersectionObserverEntry[]): void {
		const shown = entries.find(({ intersectionRatio }) => intersectionRatio >= fullRatio);
		if (!shown) return;
		for (const slide of this.listSlides())
			slide.toggleAttribute(attributes.aside, slide !== shown.target);
	}

	async #load(): Promise<void> {
		if (this.dataset.state) return;
		this.dataset.state = "loading" satisfies CarouselState;
		try {
			const { startSwiper } = await import("./startSwiper.client.ts");
			await startSwiper(this);
			this.dataset.state = "ready" satisfies CarouselState;
		} catch (error) {
			console.error(error);
			this.dataset.state = "failed" satisfies CarouselState;
		}
	}
}
