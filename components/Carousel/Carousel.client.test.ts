// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { CarouselElement } from "./Carousel.client.ts";
import { carouselContract } from "./carouselContract.ts";

// jsdom has no layout, so the carousel is never near the viewport. tests/e2e/carousel.spec.ts tests it in a browser.
const { element, parts } = carouselContract;
customElements.define(element, CarouselElement);

class IdleObserver {
	observe(): void {}
	disconnect(): void {}
}

beforeEach(async () => {
	vi.stubGlobal("IntersectionObserver", IdleObserver);
	document.body.innerHTML = `<${element}><ul class="swiper-wrapper" tabindex="0"><li class="swiper-slide"></li></ul>
		<div data-part="${parts.controls}"><button data-part="${parts.previous}"></button>
		<ol data-part="${parts.dots}"></ol><button data-part="${parts.next}"></button></div></${element}>`;
	await Promise.resolve();
});
afterEach(async () => {
	document.body.replaceChildren();
	await vi.dynamicImportSettled();
	vi.unstubAllGlobals();
});

const readState = () => document.querySelector<HTMLElement>(element)?.dataset.state;
const dispatch = (type: string) =>
	document.querySelector("ul")?.dispatchEvent(new Event(type, { bubbles: true }));

test.each(["pointerdown", "focusin"])(
	"a carousel that is far from the viewport is loaded by %s",
	(type) => {
		expect(readState()).toBeUndefined();
		dispatch(type);
		expect(readState()).toBe("loading");
	},
);

test("a carousel that scrolls starts after three seconds without `scrollend`", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	dispatch("scroll");
	dispatch("pointerdown");
	await vi.dynamicImportSettled();
	await vi.advanceTimersByTimeAsync(2_999);
	expect(readState()).toBe("loading");
	await vi.advanceTimersByTimeAsync(1);
	expect(readState()).toBe("ready");
});
