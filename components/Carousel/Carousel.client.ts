import { findAroundTarget } from "../parts.client.ts";
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
		if (!connection?.saveData) this.#loadWhenNear();
		this.addEventListener("pointerdown", load);
		this.addEventListener("focusin", load);
		// Capturing listeners run before the arrows' own listeners, and receive scroll events, which do not bubble.
		this.addEventListener("click", this.#delayClick, { capture: true });
		this.addEventListener("scroll", this.#noteScroll, { capture: true });
		this.addEventListener("scrollend", this.#noteScroll, { capture: true });
	}

	#loadWhenNear(): void {
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some(({ isIntersecting }) => isIntersecting)) void this.#load();
			},
			{ rootMargin: nearMargin },
		);
		observer.observe(this);
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
		// Repeats the click that `#delayClick` has stopped.
		this.#pressedButton?.click();
		this.#pressedButton = undefined;
	}

	#waitForScrollEnd(): Promise<unknown> {
		return new Promise((resolve) => {
			this.addEventListener("scrollend", resolve, { capture: true, once: true });
			setTimeout(resolve, scrollTimeoutMs);
		});
	}

	#noteScroll = ({ type }: Event): void => {
		this.#isScrolling = type === "scroll";
	};

	/** Stops a click on an arrow before Swiper has started. The method `#load` repeats the click later. */
	#delayClick = (event: Event): void => {
		const { state } = this.dataset;
		const button = findAroundTarget(event, "button", HTMLButtonElement);
		if (!button || state === "ready" || state === "failed") return;
		event.stopPropagation();
		this.#pressedButton = button;
		void this.#load();
	};
}
