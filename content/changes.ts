import type { PageEntryName } from "./model.ts";
import type { RouteName } from "./routes.ts";

/** A snapshot, of which only the times of its parts count: `updatedAt`, wherever it stands. */
type Dated = Record<PageEntryName, unknown> & { home: { socialMedia: unknown } };

/**
 * When anything that a page shows was last changed: an entry, a picture or a price of its own, or of what is around
 * every page, as `lastChangeIn` says it.
 */
export function lastChange(snapshot: Dated, route: RouteName): string | undefined {
	const { appShell, navigation, newsletter, home, consultations, packages, programmes } = snapshot;
	// The home page names the lowest price of each page.
	const prices = route === "home" ? listValues([consultations, packages, programmes], "price") : [];
	// What is said of the practice to machines, social media among it, is in every page.
	return lastChangeIn([snapshot[route], appShell, navigation, newsletter, home.socialMedia, prices]);
}

/** When any part of some content was last changed. In ISO 8601; undefined when nothing says when. */
export function lastChangeIn(content: unknown): string | undefined {
	const times = listValues(content, "updatedAt")
		.map((time) => Date.parse(String(time)))
		.filter((time) => !Number.isNaN(time));
	return times.length > 0 ? new Date(Math.max(...times)).toISOString() : undefined;
}

/** What stands under a name, however deep. */
function listValues(value: unknown, name: string): unknown[] {
	if (!value || typeof value !== "object") return [];
	return Object.entries(value).flatMap(([key, part]) => (key === name ? [part] : listValues(part, name)));
}
