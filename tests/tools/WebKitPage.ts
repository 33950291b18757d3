import { setTimeout as wait } from "node:timers/promises";
import type { EvaluateFunc } from "puppeteer-core";
import type { EnginePage } from "./EnginePage.ts";
import { startWebKit } from "./startWebKit.ts";
import type { WebDriverSession } from "./WebDriverSession.ts";

/** Key codes of WebDriver. https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keyCodes = { Enter: "\uE007", Escape: "\uE00C", Tab: "\uE004", " ": " " };

const pollingIntervalMs = 50;
const timeoutMs = 10_000;

export type HistoryDirection = "back" | "forward";

/** Distances from the top left corner of the viewport, in CSS pixels. */
type Point = { x: number; y: number };

/** Window of WebKit with its own storage and cache. */
export class WebKitPage implements EnginePage {
	/** Uncaught errors of the window's pages. */
	readonly errors: string[];
	readonly close: () => Promise<void>;
	readonly #session: WebDriverSession;

	private constructor({ session, errors, close }: Awaited<ReturnType<typeof startWebKit>>) {
		this.#session = session;
		this.errors = errors;
		this.close = close;
	}

	/** @param display X display of the window, such as `:1` */
	static async open(display: string): Promise<WebKitPage> {
		return new WebKitPage(await startWebKit(display));
	}

	async goto(url: string): Promise<void> {
		await this.#session.post("url", { url });
	}

	async reload(): Promise<void> {
		await this.#session.post("refresh");
	}

	async traverseHistory(direction: HistoryDirection): Promise<void> {
		await this.#session.post(direction);
	}

	async setViewport(size: { width: number; height: number }): Promise<void> {
		// The window has no bars and no frame, so it is as large as its viewport.
		await this.#session.post("window/rect", size);
	}

	evaluate<Given extends unknown[], Run extends EvaluateFunc<Given> = EvaluateFunc<Given>>(
		run: Run | string,
		...given: Given
	): Promise<Awaited<ReturnType<Run>>> {
		return this.#session.post("execute/sync", {
			script: `return (${run})(...arguments)`,
			args: given,
		});
	}

	locator(selector: string) {
		return { click: () => this.#click(selector) };
	}

	async focus(selector: string): Promise<void> {
		await this.evaluate((given) => document.querySelector<HTMLElement>(given)?.focus(), selector);
	}

	readonly keyboard = {
		press: (key: keyof typeof keyCodes) => this.#pressKey(keyCodes[key]),
	};

	readonly mouse = {
		click: (x: number, y: number) => this.#clickAt({ x, y }),
	};

	/** Clicks the centre of an element once it is visible in the viewport and does not move. */
	async #click(selector: string): Promise<void> {
		let last: Point | undefined;
		const end = performance.now() + timeoutMs;
		while (performance.now() < end) {
			const centre = await this.evaluate(findClickableCentre, selector);
			const isStill = centre?.x === last?.x && centre?.y === last?.y;
			if (centre && isStill) return this.#clickAt(centre);
			last = centre;
			await wait(pollingIntervalMs);
		}
		throw new Error(`${selector} is not visible.`);
	}

	async #clickAt(point: Point): Promise<void> {
		const actions = [
			{ type: "pointerMove", ...point },
			{ type: "pointerDown", button: 0 },
			{ type: "pointerUp", button: 0 },
		];
		await this.#session.post("actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
	}

	async #pressKey(value: string): Promise<void> {
		const actions = [
			{ type: "keyDown", value },
			{ type: "keyUp", value },
		];
		await this.#session.post("actions", { actions: [{ type: "key", id: "keyboard", actions }] });
	}
}

/**
 * Runs in the page. Returns the centre of an element. Returns nothing while the element is not visible, and scrolls to it
 * when a click would not reach it.
 */
function findClickableCentre(selector: string): Point | undefined {
	const element = document.querySelector(selector);
	if (!element?.checkVisibility({ visibilityProperty: true })) return undefined;
	const { left, right, top, bottom } = element.getBoundingClientRect();
	const centre = { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
	if (element.contains(document.elementFromPoint(centre.x, centre.y))) return centre;
	element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
	return undefined;
}
