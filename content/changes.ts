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
	const latest = Math.max(...shown.map(latestTime));
	return latest === Number.NEGATIVE_INFINITY ? undefined : new Date(latest).toISOString();
}

/**
 * Returns the latest `updatedAt` in a value, at any depth, in milliseconds since 1970. Returns minus infinity when
 * there is none.
 */
function latestTime(content: unknown): number {
	const times = listValues(content, "updatedAt").map((time) => Date.parse(String(time)));
	return Math.max(...times.filter((time) => !Number.isNaN(time)));
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
