import type { CarouselState } from "./carouselContract.ts";

// The Save-Data API is missing in some browsers and in TypeScript's types: https://wicg.github.io/savedata/
const { connection } = navigator as { connection?: { saveData?: boolean } };

/** Distance between carousel and viewport at which Swiper is loaded. */
const nearMargin = "300px";

/** Maximum wait for the `scrollend` event, in milliseconds, because Safari has no such event. */
const scrollTimeoutMs = 3_000;

/** Carousel that loads Swiper when it is pressed or focused, or comes near the viewport. */
export class CarouselElement extends HTMLElement {
	/** Arrow button that was pressed before Swiper had started. */
	#pressedButton: HTMLButtonElement | undefined;
	#isScrolling = false;

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
		// Capturing listeners run before the arrows' own listeners, and receive scroll events, which do not bubble.
		for (const type of ["click", "scroll", "scrollend"] as const)
			this.addEventListener(type, this, { capture: true });
	}

	/** Records whether the list is scrolling, and delays a click on an arrow until Swiper has started. */
	handleEvent(event: Event): void {
		if (event.type !== "click") {
			this.#isScrolling = event.type === "scroll";
			return;
		}
		const { state } = this.dataset;
		const button = event.target instanceof Element && event.target.closest("button");
		if (!button || state === "ready" || state === "failed") return;
		event.stopPropagation();
		this.#pressedButton = button;
		void this.#load();
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
		this.#pressedButton?.click();
		this.#pressedButton = undefined;
	}

	#waitForScrollEnd(): Promise<unknown> {
		return new Promise((resolve) => {
			this.addEventListener("scrollend", resolve, { capture: true, once: true });
			setTimeout(resolve, scrollTimeoutMs);
		});
	}
}
