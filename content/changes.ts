import type { PageEntryName } from "./model.ts";
import { pages } from "./pages.ts";
import { type RouteName, sellingRoutes } from "./routes.ts";

/** Snapshot of which only the times of change are read: `updatedAt`, at any depth. */
type Dated = Record<PageEntryName, unknown> & { home: { socialMedia: unknown } };

/**
 * Returns the time of the last change of everything that a page shows, in ISO 8601: its entry, pictures, prices, and the texts
 * that every page has.
 * @returns undefined when no part has a time
 */
export function lastChange(snapshot: Dated, route: RouteName): string | undefined {
	const { appShell, navigation, newsletter, home } = snapshot;
	// The structured data of every page names the social media.
	const shown = [snapshot[route], appShell, navigation, newsletter, home.socialMedia];
	if (pages[route].showsLowestPrices) {
		for (const name of sellingRoutes) shown.push(listValues(snapshot[name], "price"));
	}
	return formatTime(Math.max(...shown.map(latestTime)));
}

/** Returns the latest `updatedAt` in some content, in ISO 8601, or undefined when there is none. */
export function lastChangeIn(content: unknown): string | undefined {
	return formatTime(latestTime(content));
}

function formatTime(timeMs: number): string | undefined {
	return timeMs === Number.NEGATIVE_INFINITY ? undefined : new Date(timeMs).toISOString();
}

/** Latest times of parts of snapshots, which never change. Every page asks for those of the parts that all pages show. */
const latestTimes = new WeakMap<object, number>();

/** Returns the latest `updatedAt` in some content, in milliseconds since 1970, or minus infinity when there is none. */
function latestTime(content: unknown): number {
	if (!content || typeof content !== "object") return Number.NEGATIVE_INFINITY;
	const known = latestTimes.get(content);
	if (known !== undefined) return known;
	const times = listValues(content, "updatedAt").map((time) => Date.parse(String(time)));
	const latest = Math.max(...times.filter((time) => !Number.isNaN(time)));
	latestTimes.set(content, latest);
	return latest;
}

/** Returns all values with a name, at any depth. They are added to one list, because joining a list for each part is slow. */
function listValues(value: unknown, name: string, found: unknown[] = []): unknown[] {
	if (!value || typeof value !== "object") return found;
	for (const [key, part] of Object.entries(value)) {
		if (key === name) found.push(part);
		else listValues(part, name, found);
	}
	return found;
}
