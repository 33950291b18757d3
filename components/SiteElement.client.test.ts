// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { SiteElement } from "./SiteElement.client.ts";

/** Element that counts its connections to the document and the clicks on the window. */
class CountingElement extends SiteElement {
	connections = 0;
	clicks = 0;

	protected connect(signal: AbortSignal): void {
		this.connections += 1;
		addEventListener("click", () => this.#count(), { signal });
	}

	#count(): void {
		this.clicks += 1;
	}
}
customElements.define("site-counting", CountingElement);

/** Waits for the next task, which runs after all microtasks. `SiteElement` calls `connect` in a microtask. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

const click = () => dispatchEvent(new Event("click"));

let element: CountingElement;

beforeEach(async () => {
	element = new CountingElement();
	document.body.replaceChildren(element);
	await nextTask();
});

test("an element connects after its children have been inserted", async () => {
	const parts: (string | undefined)[] = [];
	class ReadingElement extends SiteElement {
		protected connect(): void {
			parts.push(this.firstElementChild?.localName);
		}
	}
	customElements.define("site-reading", ReadingElement);
	const reading = new ReadingElement();
	document.body.append(reading);
	reading.append(document.createElement("p"));
	await nextTask();
	expect(parts).toEqual(["p"]);
});

test("an element that has left the document receives no events", () => {
	element.remove();
	click();
	expect(element.clicks).toBe(0);
});

test("an element that returns to the document receives each event once", async () => {
	element.remove();
	document.body.append(element);
	await nextTask();
	click();
	expect([element.connections, element.clicks]).toEqual([2, 1]);
});

test("an element that is removed at once does not connect", async () => {
	const other = new CountingElement();
	document.body.append(other);
	other.remove();
	await nextTask();
	expect(other.connections).toBe(0);
});
