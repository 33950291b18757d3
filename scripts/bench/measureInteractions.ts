import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { pathOf } from "../../content/routes.ts";
import { type Visitor, withVisitors } from "../../tests/tools/Visitor.ts";
import { type Extent, formatSpread, formatTable, type Measured } from "./figures.ts";
import { withRealSite } from "./withRealSite.ts";

type Interaction = { name: string; path: string; before?: (visitor: Visitor) => Promise<unknown>; target: string };

const home = pathOf("home", "en-US");
/** Browsers report no event with a shorter duration. */
const leastReportedMs = 16;
/** Time after a touch in which its paint is awaited. */
const settlingMs = 2000;
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
		target: "#menu [popovertargetaction=hide]",
	},
	{ name: "open the languages", path: home, before: (visitor) => visitor.openMenu(), target: languageMenu },
	{ name: "change the language", path: home, before: openLanguageMenu, target: "#menu a[data-locale=ru]" },
	{ name: "open a programme", path: pathOf("programmes", "en-US"), target: ".disclosures summary" },
];

/**
 * Measures the time from a touch to the next paint on a phone whose processor is four times slower: the duration that the
 * browser reports, which it rounds to 8 ms. https://web.dev/articles/inp
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

/** Taps an element. Returns the milliseconds from the touch to the paint after it. */
async function measureTap(page: Page, selector: string): Promise<number> {
	await page.evaluate(recordInteractions);
	await page.tap(selector);
	await wait(settlingMs);
	const durations = await page.evaluate(() => interactionDurations);
	return Math.max(leastReportedMs, ...durations);
}

declare global {
	/** Durations of the events of all interactions. `recordInteractions` sets it in the page. */
	var interactionDurations: number[];
}

/** Runs in the page. */
function recordInteractions(): void {
	window.interactionDurations = [];
	const observer = new PerformanceObserver((list) => {
		const events = list.getEntries() as (PerformanceEventTiming & { interactionId: number })[];
		const ofInteractions = events.filter(({ interactionId }) => interactionId > 0);
		window.interactionDurations.push(...ofInteractions.map(({ duration }) => duration));
	});
	observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}
