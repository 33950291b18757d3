import { findAroundTarget } from "../parts.client.ts";
import { SiteElement } from "../SiteElement.client.ts";
import type { CarouselState } from "./carouselContract.ts";

// The Save-Data API is missing in some browsers and in TypeScript's types: https://wicg.github.io/savedata/
const { connection } = navigator as { connection?: { saveData?: boolean } };

/** Distance between carousel and viewport at which Swiper is loaded. */
const nearMargin = "300px";

/** Maximum wait for the `scrollend` event, in milliseconds, because Safari has no such event. */
const scrollTimeoutMs = 3_000;

/** Carousel that loads Swiper when it is pressed or focused, or comes near the viewport. */
export class CarouselElement extends SiteElement {
	/** Arrow button that was pressed before Swiper had started. */
	#pressedButton: HTMLButtonElement | undefined;
	#isScrolling = false;

	protected connect(signal: AbortSignal): void {
		delete this.dataset.state;
		const load = () => void this.#load(signal);
		if (!connection?.saveData) this.#loadWhenNear(load, signal);
		this.addEventListener("pointerdown", load, { signal });
		this.addEventListener("focusin", load, { signal });
		// Capturing listeners run before the arrows' own listeners, and receive scroll events, which do not bubble.
		const captured = { capture: true, signal };
		this.addEventListener("click", (event) => this.#delayClick(event, load), captured);
		this.addEventListener("scroll", this.#noteScroll, captured);
		this.addEventListener("scrollend", this.#noteScroll, captured);
	}

	#loadWhenNear(load: () => void, signal: AbortSignal): void {
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some(({ isIntersecting }) => isIntersecting)) load();
			},
			{ rootMargin: nearMargin },
		);
		observer.observe(this);
		signal.addEventListener("abort", () => observer.disconnect());
	}

	async #load(signal: AbortSignal): Promise<void> {
		if (signal.aborted || this.dataset.state) return;
		this.dataset.state = "loading" satisfies CarouselState;
		try {
			const module = await import("./startSwiper.client.ts");
			// Swiper snaps the list when it starts, so wait until the visitor has stopped scrolling.
			if (this.#isScrolling) await this.#waitForScrollEnd();
			if (signal.aborted) return;
			module.startSwiper(this, signal);
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
	#delayClick(event: Event, load: () => void): void {
		const { state } = this.dataset;
		const button = findAroundTarget(event, "button", HTMLButtonElement);
		if (!button || state === "ready" || state === "failed") return;
		event.stopPropagation();
		this.#pressedButton = button;
		load();
	}
}
