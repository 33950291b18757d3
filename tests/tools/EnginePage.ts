import type { KeyInput, Page } from "puppeteer-core";

/** Methods of puppeteer's `Page` that the tests of all engines use. `WebKitPage` implements them, too. */
export type EnginePage = {
	goto(url: string): Promise<unknown>;
	reload(): Promise<unknown>;
	setViewport(size: { width: number; height: number }): Promise<void>;
	evaluate: Page["evaluate"];
	locator(selector: string): { click(): Promise<void> };
	focus(selector: string): Promise<void>;
	keyboard: { press(key: Extract<KeyInput, "Enter" | "Escape" | "Tab" | " ">): Promise<void> };
	mouse: { click(x: number, y: number): Promise<void> };
};
