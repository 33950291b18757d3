import type { PageEntryName } from "./model.ts";
import { pages } from "./pages.ts";
import { type RouteName, sellingRoutes } from "./routes.ts";

type DatedSnapshot = Record<PageEntryName, unknown> & { home: { socialMedia: unknown } };

/** Returns the time of the latest change to any content of a page, in ISO 8601. */
export function findLastPageChange(snapshot: DatedSnapshot, route: RouteName): string | undefined {
	const { appShell, navigation, newsletter, home } = snapshot;
	// The structured data of every page contains the links to social media, so a changed link changes every page.
	const shown = [snapshot[route], appShell, navigation, newsletter, home.socialMedia];
	if (pages[route].showsLowestPrices) {
		for (const name of sellingRoutes) shown.push(listValues(snapshot[name], "price"));
	}
	return formatTime(Math.max(...shown.map(latestTime)));
}

/** Returns the latest `updatedAt` in a value, at any depth, in ISO 8601. Returns undefined when there is none. */
export function findLastChange(content: unknown): string | undefined {
	return formatTime(latestTime(content));
}

function formatTime(timeMs: number): string | undefined {
	return timeMs === Number.NEGATIVE_INFINITY ? undefined : new Date(timeMs).toISOString();
}

/** Cache of the results of `latestTime`, in milliseconds since 1970. */
const latestTimes = new WeakMap<object, number>();

/**
 * Returns the latest `updatedAt` in a value, at any depth, in milliseconds since 1970. Returns minus infinity when
 * there is none.
 */
function latestTime(content: unknown): number {
	if (!content || typeof content !== "object") return Number.NEGATIVE_INFINITY;
	const known = latestTimes.get(content);
	if (known !== undefined) return known;
	const times = listValues(content, "updatedAt").map((time) => Date.parse(String(time)));
	const latest = Math.max(...times.filter((time) => !Number.isNaN(time)));
	latestTimes.set(content, latest);
	return latest;
}

/**
 * Returns the values of all properties called `name`, at any depth. Recursive calls add to the same array `found`,
 * because concatenating arrays would be slow.
 */
function listValues(value: unknown, name: string, found: unknown[] = []): unknown[] {
	if (!value || typeof value !== "object") return found;
	for (const [key, part] of Object.entries(value)) {
		if (key === name) found.push(part);
		else listValues(part, name, found);
	}
	return found;
}
