import pRetry from "p-retry";
import { pathOf } from "../../content/routes.ts";
import { budgets } from "../../tests/tools/budgets.ts";
import {
	findExcess,
	type Journey,
	type JourneyRun,
	journeys,
	linkInMenu,
	openHome,
	openMenu,
	runJourney,
} from "../../tests/tools/journeys.ts";
import { type Visitor, withVisitors } from "../../tests/tools/Visitor.ts";
import { type Extent, formatKilobytes, formatSpread, formatTable, type Measured, medianOf } from "./figures.ts";
import { withRealSite } from "./withRealSite.ts";

/** Selector of the link to the consultations page in the main content of the home page. */
const offer = `main a[href="${pathOf("consultations", "en-US")}"]`;

async function scrollToOffer(visitor: Visitor): Promise<void> {
	await openHome(visitor);
	await visitor.scrollTo(offer);
}

/** Removes the speculation rules from the page, to measure a browser that does not support them. */
const removeRules = ({ page }: Visitor) =>
	page.evaluate(() => document.querySelector("script[type=speculationrules]")?.remove());

function createNextPageJourneys(name: string, before: Journey["before"], link: string): Journey[] {
	const within = [budgets.nextPage];
	const touch = (visitor: Visitor) => visitor.touch(link);
	const restAndTouch = async (visitor: Visitor) => {
		await visitor.rest(link);
		return visitor.touch(link);
	};
	const withoutRules = async (visitor: Visitor) => {
		await before(visitor);
		await removeRules(visitor);
	};
	return [
		{ name: `${name}, prerendered before the touch`, before, measured: restAndTouch, within },
		{ name: `${name}, prerendered at the touch`, before, measured: touch, within },
		{ name: `${name}, not prerendered`, before: withoutRules, measured: touch, within },
	];
}

const nextPages: Journey[] = [
	...createNextPageJourneys("next page by the menu", openMenu, linkInMenu("packages")),
	...createNextPageJourneys("selling page, from the home page", scrollToOffer, offer),
];

/** Runs each sequence of visitor actions ("journey") several times, each time with a new browser profile. */
export function measureVisits({ runs: runCount }: Extent): Promise<Measured> {
	return withRealSite((site) =>
		withVisitors(site, async (newVisitor, responses) => {
			const figures: Record<string, JourneyRun[]> = {};
			const faults: string[] = [];
			for (const journey of [...nextPages, ...journeys]) {
				const runs: JourneyRun[] = [];
				const runOnce = async () => runJourney(journey, await newVisitor(), responses);
				// Retries, because Puppeteer sometimes loses a prerendered page when the browser activates it.
				while (runs.length < runCount) runs.push(await pRetry(runOnce, { retries: 2 }));
				figures[journey.name] = runs;
				const lastRun = runs.at(-1);
				if (lastRun) faults.push(...findExcess(journey, lastRun));
			}
			return { figures, report: formatTable(Object.entries(figures).map(formatRow)), faults };
		}),
	);
}

function formatRow([journey, runs]: [string, JourneyRun[]]) {
	const seconds = runs.flatMap((run) => run.seconds ?? []);
	const bytes = runs.map(({ responses }) => responses.reduce((total, response) => total + response.bytes, 0));
	return {
		journey,
		"largest paint after the touch, s": seconds.length > 0 ? formatSpread(seconds, 2) : "",
		KB: formatKilobytes(medianOf(bytes)),
		requests: medianOf(runs.map(({ responses }) => responses.length)),
	};
}
