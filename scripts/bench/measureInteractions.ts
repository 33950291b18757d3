import type { Page } from "puppeteer-core";
import { pathOf } from "../../content/routes.ts";
import { type Visitor, withVisitors } from "../../tests/tools/Visitor.ts";
import { type Extent, formatSpread, formatTable, type Measured } from "./figures.ts";
import { withRealSite } from "./withRealSite.ts";

type Interaction = { name: string; path: string; before?: (visitor: Visitor) => Promise<unknown>; target: string };

const home = pathOf("home", "en-US");
const languageMenu = "#language-menu";

async function openLanguageMenu(visitor: Visitor): Promise<void> {
	await visitor.openMenu();
	await visitor.page.tap(languageMenu);
}

const interactions: Interaction[] = [
	{ name: "open the menu", path: home, target: "[data-part=open]" },
	{
		name: "close the menu",
		path: home,
		before: (visitor) => visitor.openMenu(),
		target: "#menu > button",
	},
	{ name: "open the languages", path: home, before: (visitor) => visitor.openMenu(), target: languageMenu },
	{ name: "change the language", path: home, before: openLanguageMenu, target: "#menu a[data-locale=ru]" },
	{ name: "open a programme", path: pathOf("programmes", "en-US"), target: ".disclosures summary" },
];

/**
 * Measures the time from a touch to the next paint on an emulated phone, with the processor slowed down to a quarter of
 * its speed: https://web.dev/articles/inp
 */
export function measureInteractions({ runs }: Extent): Promise<Measured> {
	return withRealSite((site) =>
		withVisitors(site, async (newVisitor) => {
			const figures: Record<string, number[]> = {};
			for (const { name, path, before, target } of interactions) {
				const durations: number[] = [];
				while (durations.length < runs) {
					const visitor = await newVisitor();
					await visitor.open(path);
					await before?.(visitor);
					durations.push(await measureTap(visitor.page, target));
				}
				figures[name] = durations;
			}
			const rows = Object.entries(figures).map(([interaction, durations]) => ({
				interaction,
				"to the next paint, ms": formatSpread(durations),
			}));
			return { figures, report: formatTable(rows) };
		}),
	);
}

/** Taps an element, and returns the milliseconds from the click until the next frame has been painted. */
async function measureTap(page: Page, selector: string): Promise<number> {
	await page.evaluate(measureNextClick);
	await page.tap(selector);
	return page.evaluate(() => clickDuration);
}

declare global {
	var clickDuration: Promise<number>;
}

/** Measures without the Event Timing API, because it misses some clicks in headless Chromium. */
function measureNextClick(): void {
	window.clickDuration = new Promise((resolve) => {
		// `setTimeout` in an animation frame fires after the browser has painted that frame.
		const reportFrame = ({ timeStamp }: MouseEvent) =>
			requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
		addEventListener("click", reportFrame, { capture: true, once: true });
	});
}
