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
	const shown = [snapshot[route], appShell, navigation, newsletter];
	// The structured data of every page names the social media.
	shown.push(home.socialMedia);
	if (pages[route].showsLowestPrices) {
		for (const name of sellingRoutes) shown.push(listValues(snapshot[name], "price"));
	}
	return lastChangeIn(shown);
}

/** Returns the latest `updatedAt` in some content, in ISO 8601, or undefined when there is none. */
export function lastChangeIn(content: unknown): string | undefined {
	const times = listValues(content, "updatedAt")
		.map((time) => Date.parse(String(time)))
		.filter((time) => !Number.isNaN(time));
	return times.length > 0 ? new Date(Math.max(...times)).toISOString() : undefined;
}

/** Returns all values with a name, at any depth. */
function listValues(value: unknown, name: string): unknown[] {
	if (!value || typeof value !== "object") return [];
	return Object.entries(value).flatMap(([key, part]) => (key === name ? [part] : listValues(part, name)));
}
