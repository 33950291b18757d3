// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { ProgressBarElement } from "./ProgressBar.client.ts";
import { progressBarContract } from "./progressBarContract.ts";

// jsdom has no layout, so this test sets the page's height and simulates `ResizeObserver`.
const { element } = progressBarContract;
customElements.define(element, ProgressBarElement);

/** Reports a change of the page's height to the latest observer. */
let reportHeight = () => {};

class HeightObserver {
	constructor(callback: () => void) {
		reportHeight = callback;
	}

	observe(): void {}
	disconnect(): void {}
}

beforeEach(() => {
	vi.stubGlobal("ResizeObserver", HeightObserver);
	vi.stubGlobal("innerHeight", 500);
	setPageHeight(1500);
	scrollPage(0);
	document.body.innerHTML = `<${element}></${element}>`;
});

function setPageHeight(height: number): void {
	Object.defineProperty(document.documentElement, "scrollHeight", {
		value: height,
		configurable: true,
	});
	reportHeight();
}

function scrollPage(top: number): void {
	vi.stubGlobal("scrollY", top);
	dispatchEvent(new Event("scroll"));
}

const readScale = () => document.querySelector<HTMLElement>(element)?.style.scale;

// jsdom shortens the CSS value `1 1` of `scale` to `1`.
test.each([
	["at the start", 0, "0 1"],
	["in the middle", 500, "0.5 1"],
	["beyond the end", 1200, "1"],
])("the bar shows the scrolled share %s of the page", (_, top, scale) => {
	scrollPage(top);
	expect(readScale()).toBe(scale);
});

test("the bar follows the height of the page", () => {
	scrollPage(500);
	setPageHeight(2500);
	expect(readScale()).toBe("0.25 1");
});

test("the bar follows the height of the window", () => {
	scrollPage(500);
	vi.stubGlobal("innerHeight", 250);
	dispatchEvent(new Event("resize"));
	expect(readScale()).toBe("0.4 1");
});

test("the bar of a page that fits into the window is empty", () => {
	setPageHeight(400);
	expect(readScale()).toBe("0 1");
});
