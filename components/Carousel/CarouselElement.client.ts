import { savesData } from "../savesData.client.ts";

/**
 * The element around a carousel. It waits until it is near the viewport and the browser idle, or, of a visitor who saves
 * data, until it is touched, and then loads what drives it; one that comes with a change of language does the same.
 * Its state is in `data-state`: `loading`, `ready`, or `failed`, which leaves the list as it came.
 */
class CarouselElement extends HTMLElement {
	#stop: (() => void) | undefined;
	/** Button that was pressed before the carousel's script had loaded. */
	#pressed: HTMLElement | undefined;
	/** Whether the list is being scrolled. */
	#isMoving = false;
	/** An element that is taken away is seen no more, so that nothing need be undone. */
	#observer = new IntersectionObserver(
		([entry]) => entry?.isIntersecting && (window.requestIdleCallback ?? setTimeout)(this.#wake),
		{ rootMargin: "300px" },
	);

	connectedCallback() {
		if (!savesData) this.#observer.observe(this);
		this.addEventListener("pointerdown", this.#wake);
		this.addEventListener("focusin", this.#wake);
		this.addEventListener("click", this.#hold, true);
		this.addEventListener("scroll", this.#follow, true);
		this.addEventListener("scrollend", this.#follow, true);
	}

	disconnectedCallback() {
		this.#stop?.();
	}

	#wake = async () => {
		if (this.dataset.state) return;
		this.dataset.state = "loading";
		try {
			const { driveCarousel } = await import("./Carousel.client.ts");
			// Swiper puts the list to a page, and would take it out of the hand that scrolls it. Some browsers tell of no end.
			if (this.#isMoving) {
				await new Promise((resolve) => {
					this.addEventListener("scrollend", resolve, true);
					setTimeout(resolve, 3000);
				});
			}
			// A change of language may have taken it away meanwhile.
			if (this.isConnected) this.#stop = driveCarousel(this);
			this.dataset.state = "ready";
		} catch (error) {
			console.error(error);
			this.dataset.state = "failed";
		}
		this.removeEventListener("click", this.#hold, true);
		this.#pressed?.click();
	};

	#follow = ({ type }: Event) => {
		this.#isMoving = type === "scroll";
	};

	/** A press on an arrow is kept until there is somebody to carry it out. */
	#hold = (event: Event) => {
		const button = (event.target as Element).closest("button");
		if (!button) return;
		event.stopPropagation();
		this.#pressed = button;
		this.#wake();
	};
}

customElements.define("site-carousel", CarouselElement);
