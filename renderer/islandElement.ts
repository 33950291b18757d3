import type { ComponentType } from "react";
import type { Root } from "react-dom/client";

const modules = import.meta.glob<Record<string, ComponentType>>("../components/*.island.tsx");

// https://wicg.github.io/savedata/, which some browsers lack
const { connection } = navigator as { connection?: { saveData?: boolean } };

/**
 * The element around an island. It waits until it is near the viewport and the browser idle, or, of a visitor who saves data, until it
 * is touched. Then it loads React and the island's component and hands
 * over what the server rendered. Its state is in `data-state`: `loading`, `hydrated` or `failed`.
 */
class IslandElement extends HTMLElement {
	/** Set when it is hydrated. */
	root: Root | undefined;
	/** What was pressed before anybody listened. */
	#pressed: HTMLElement | undefined;
	/** An element that is taken away is seen no more, so that nothing need be undone. */
	#observer = new IntersectionObserver(
		([entry]) => entry?.isIntersecting && (window.requestIdleCallback ?? setTimeout)(this.#wake),
		{ rootMargin: "300px" },
	);

	connectedCallback() {
		if (!connection?.saveData) this.#observer.observe(this);
		this.addEventListener("pointerdown", this.#wake);
		this.addEventListener("focusin", this.#wake);
		this.addEventListener("click", this.#hold, true);
	}

	disconnectedCallback() {
		this.root?.unmount();
	}

	#wake = async () => {
		const { name, state } = this.dataset;
		if (state) return;
		this.dataset.state = "loading";
		try {
			const [{ hydrateIsland }, module] = await Promise.all([
				import("./hydrateIsland.ts"),
				modules[`../components/${name}.island.tsx`]?.(),
			]);
			await hydrateIsland(this, module?.[name as string]);
			this.dataset.state = "hydrated";
		} catch (error) {
			console.error(error);
			this.dataset.state = "failed";
		}
		this.removeEventListener("click", this.#hold, true);
		this.#pressed?.click();
	};

	/** A press on a button is kept for the component, or for the browser when the component does not come. */
	#hold = (event: Event) => {
		const button = (event.target as Element).closest("button");
		if (!button) return;
		event.preventDefault();
		event.stopPropagation();
		this.#pressed = button;
		this.#wake();
	};
}

customElements.define("site-island", IslandElement);

export type { IslandElement };
