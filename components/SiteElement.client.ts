/** Custom element whose listeners end when it leaves the document, and are registered again when it returns. */
export abstract class SiteElement extends HTMLElement {
	#connection: AbortController | undefined;

	/**
	 * Registers the element's listeners.
	 * @param signal signal for each listener, aborted when the element leaves the document
	 */
	protected abstract connect(signal: AbortSignal): void;

	connectedCallback(): void {
		this.#connection = new AbortController();
		const { signal } = this.#connection;
		// Waits for the children: an update of a preview inserts an element first, and its children afterwards.
		queueMicrotask(() => {
			if (!signal.aborted) this.connect(signal);
		});
	}

	disconnectedCallback(): void {
		this.#connection?.abort();
	}

	/** Keeps the listeners when an update of a preview moves the element: https://developer.mozilla.org/docs/Web/API/Element/moveBefore */
	connectedMoveCallback(): void {}
}
