/** Base class of the custom elements. Removes an element's listeners when the element leaves the document. */
export abstract class SiteElement extends HTMLElement {
	#connection: AbortController | undefined;

	/** Registers event listeners with `signal`, which removes them when the element leaves the document. */
	protected abstract connect(signal: AbortSignal): void;

	connectedCallback(): void {
		this.#connection = new AbortController();
		const { signal } = this.#connection;
		// A preview update (`morphPage.client.ts`) first inserts the element, then its children.
		// The microtask runs after both.
		queueMicrotask(() => {
			if (!signal.aborted) this.connect(signal);
		});
	}

	disconnectedCallback(): void {
		this.#connection?.abort();
	}

	/**
	 * Empty method, whose presence prevents `moveBefore` from disconnecting the element:
	 * https://developer.mozilla.org/docs/Web/API/Element/moveBefore
	 */
	connectedMoveCallback(): void {}
}
