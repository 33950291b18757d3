/** Base class of the custom elements. Removes an element's listeners when the element leaves the document. */
export abstract class SiteElement extends HTMLElement {
	#connection: AbortController | undefined;

	/**
	 * Registers the element's listeners. Called each time the element is inserted into the document.
	 * @param signal removes the listeners when the element leaves the document, so each listener must receive it
	 */
	protected abstract connect(signal: AbortSignal): void;

	connectedCallback(): void {
		this.#connection = new AbortController();
		const { signal } = this.#connection;
		// An update of a preview inserts an element first, and its children later. `connect` needs the children, so a
		// microtask calls it.
		queueMicrotask(() => {
			if (!signal.aborted) this.connect(signal);
		});
	}

	disconnectedCallback(): void {
		this.#connection?.abort();
	}

	/**
	 * Empty callback. Because it exists, browsers do not disconnect the element when a preview moves it:
	 * https://developer.mozilla.org/docs/Web/API/Element/moveBefore
	 */
	connectedMoveCallback(): void {}
}
