import pRetry from "p-retry";
import { pathOf, type RouteName } from "../../content/routes.ts";
import { likelyRoutes } from "../../site/speculationRules.ts";
import { type Budget, budgets, explain, sum } from "../../tests/tools/budgets.ts";
import { type Extent, formatKilobytes, formatSpread, formatTable, type Measured, medianOf } from "./figures.ts";
import { withRealSite } from "./realSite.ts";
import { type Answer, type Visitor, withVisitors } from "./Visitor.ts";

type Journey = {
	name: string;
	/** What is done before anything is measured. */
	before: (visitor: Visitor) => Promise<unknown>;
	/** Gives seconds, if the time of a page is what counts. */
	measured: (visitor: Visitor) => Promise<unknown>;
	/** What it may transfer, and how often it may ask. */
	within: Budget[];
};

const pathIn = (route: RouteName) => pathOf(route, "en-US");
const inMenu = (route: RouteName) => `nav a[href="${pathIn(route)}"]`;
/** Of the home page itself. */
const offer = `main a[href="${pathIn("consultations")}"]`;

const openHome = (visitor: Visitor) => visitor.open(pathIn("home"));
const openMenu = (visitor: Visitor) => openHome(visitor).then(() => visitor.openMenu());
const scrollToOffer = (visitor: Visitor) => openHome(visitor).then(() => visitor.scrollTo(offer));

/** Leaves the browser no rules for guesses, as one that knows none of them. */
const forbidGuesses = ({ page }: Visitor) =>
	page.evaluate(() => document.querySelector("script[type=speculationrules]")?.remove());

/** The way to another page, once for each way of guessing. */
function nextPage(name: string, before: Journey["before"], link: string): Journey[] {
	const within = [budgets.nextPage];
	const touch = (visitor: Visitor) => visitor.touch(link);
	const restAndTouch = (visitor: Visitor) => visitor.rest(link).then(() => touch(visitor));
	const withoutRules = (visitor: Visitor) => before(visitor).then(() => forbidGuesses(visitor));
	return [
		{ name: `${name}, guessed`, before, measured: restAndTouch, within },
		{ name: `${name}, guessed when touched`, before, measured: touch, within },
		{ name: `${name}, not guessed`, before: withoutRules, measured: touch, within },
	];
}

const nextPages: Journey[] = [
	...nextPage("next page by the menu", openMenu, inMenu("packages")),
	...nextPage("what is for sale, from the home page", scrollToOffer, offer),
];

/** Whose bytes and requests are what counts. */
export const visits: Journey[] = [
	{
		name: "home page again, a day later",
		before: openHome,
		measured: openHome,
		within: [budgets.repeatedVisit, budgets.repeatedRequests],
	},
	{
		name: "link of a campaign to a page that was visited",
		before: (visitor) => visitor.open(pathIn("consultations")),
		measured: (visitor) => visitor.open(`${pathIn("consultations")}?utm_source=letter&gclid=1`),
		within: [budgets.repeatedVisit, budgets.repeatedRequests],
	},
	{
		name: "all that is for sale guessed, and nothing touched",
		before: openMenu,
		measured: async (visitor) => {
			for (const route of likelyRoutes) await visitor.rest(inMenu(route));
		},
		within: [budgets.guesses],
	},
	{
		name: "whole visit: home, consultations, packages, back",
		before: async () => {},
		measured: async (visitor) => {
			await openMenu(visitor);
			await visitor.touch(inMenu("consultations"));
			await visitor.openMenu();
			await visitor.touch(inMenu("packages"));
			await visitor.goBack();
		},
		within: [budgets.visit, budgets.visitRequests],
	},
];

type Run = { seconds: number | undefined; answers: Answer[] };

/** Goes every way several times, each with a browser that has been nowhere. */
export function measureVisits({ runs }: Extent): Promise<Measured> {
	return withRealSite((site) =>
		withVisitors(site, async (newVisitor, answers) => {
			const figures: Record<string, Run[]> = {};
			const faults: string[] = [];
			for (const journey of [...nextPages, ...visits]) {
				const gone: Run[] = [];
				const goOnce = async () => go(journey, await newVisitor(), answers);
				// Now and then the browser loses the page that takes the place of another.
				while (gone.length < runs) gone.push(await pRetry(goOnce, { retries: 2 }));
				figures[journey.name] = gone;
				faults.push(...gone.slice(-1).flatMap((run) => findExcess(journey, run)));
			}
			return { figures, report: formatTable(Object.entries(figures).map(formatRow)), faults };
		}),
	);
}

/** Goes a way; `answers` are those of `withVisitors`. */
export async function go({ before, measured }: Journey, visitor: Visitor, answers: Answer[]): Promise<Run> {
	await before(visitor);
	answers.length = 0;
	const seconds = await measured(visitor);
	return { seconds: typeof seconds === "number" ? seconds : undefined, answers: [...answers] };
}

/** Budgets that are exceeded, each explained. */
export function findExcess({ name, within }: Journey, { answers }: Run): string[] {
	return within.flatMap((budget) => {
		const parts = answers.map(({ path, bytes }) => ({ name: path, size: budget.unit === "requests" ? 1 : bytes }));
		return sum(parts) > budget.most ? [`${name}: ${explain(budget, parts)}`] : [];
	});
}

function formatRow([journey, runs]: [string, Run[]]) {
	const seconds = runs.flatMap((run) => run.seconds ?? []);
	const bytes = runs.map(({ answers }) => answers.reduce((total, answer) => total + answer.bytes, 0));
	return {
		journey,
		"largest paint after the touch, s": seconds.length > 0 ? formatSpread(seconds, 2) : "",
		KB: formatKilobytes(medianOf(bytes)),
		requests: medianOf(runs.map(({ answers }) => answers.length)),
	};
}
