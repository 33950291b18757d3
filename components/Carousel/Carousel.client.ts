import type { CarouselState } from "./carouselContract.ts";

// The Save-Data API is missing in some browsers and in TypeScript's types: https://wicg.github.io/savedata/
const { connection } = navigator as { connection?: { saveData?: boolean } };

/** Distance between carousel and viewport at which Swiper is loaded. */
const nearMargin = "300px";

/** Maximum wait for the `scrollend` event, in milliseconds, because Safari has no such event. */
const scrollTimeoutMs = 3_000;

/** Carousel that loads Swiper when it is pressed or focused, or comes near the viewport. */
export class CarouselElement extends HTMLElement {
	#isScrolling = false;

	constructor() {
		super();
		const load = () => void this.#load();
		const noteScroll = ({ type }: Event) => {
			this.#isScrolling = type === "scroll";
		};
		const whenNear: IntersectionObserverCallback = (entries) => {
			if (entries.some(({ isIntersecting }) => isIntersecting)) load();
		};
		if (!connection?.saveData)
			new IntersectionObserver(whenNear, { rootMargin: nearMargin }).observe(this);
		this.addEventListener("pointerdown", load);
		this.addEventListener("focusin", load);
		// These events do not bubble.
		this.addEventListener("scroll", noteScroll, { capture: true });
		this.addEventListener("scrollend", noteScroll, { capture: true });
	}

	async #load(): Promise<void> {
		if (this.dataset.state) return;
		this.dataset.state = "loading" satisfies CarouselState;
		try {
			const { startSwiper } = await import("./startSwiper.client.ts");
			// Swiper snaps the list when it starts, so wait until the visitor has stopped scrolling.
			if (this.#isScrolling) await this.#waitForScrollEnd();
			startSwiper(this);
			this.dataset.state = "ready" satisfies CarouselState;
		} catch (error) {
			console.error(error);
			this.dataset.state = "failed" satisfies CarouselState;
		}
	}

	#waitForScrollEnd(): Promise<unknown> {
		return new Promise((resolve) => {
			this.addEventListener("scrollend", resolve, { capture: true, once: true });
			setTimeout(resolve, scrollTimeoutMs);
		});
	}
}
