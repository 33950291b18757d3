import type { PageEntryName } from "./model.ts";
import type { RouteName } from "./routes.ts";

/** A snapshot, of which only the times of its parts count: `updatedAt`, wherever it stands. */
type Dated = Record<PageEntryName, unknown> & { home: { socialMedia: unknown } };

/**
 * When anything that a page shows was last changed: an entry, a picture or a price of its own, or of what is around
 * every page. In ISO 8601; undefined when nothing says when.
 */
export function lastChange(snapshot: Dated, route: RouteName): string | undefined {
	const { appShell, navigation, newsletter, home, consultations, packages, programmes } = snapshot;
	// The home page names the lowest price of each page.
	const prices = route === "home" ? listPrices([consultations, packages, programmes]) : [];
	// What is said of the practice to machines, social media among it, is in every page.
	return newest([snapshot[route], appShell, navigation, newsletter, home.socialMedia, prices]);
}

function listPrices(value: unknown): unknown[] {
	if (!value || typeof value !== "object") return [];
	return Object.entries(value).flatMap(([key, part]) => (key === "price" ? [part] : listPrices(part)));
}

/** When anything of the whole site was last changed. */
export function lastChangeOfSite(snapshots: Dated[]): string | undefined {
	return newest(snapshots);
}

function newest(value: unknown): string | undefined {
	const times = listTimes(value)
		.map(Date.parse)
		.filter((time) => !Number.isNaN(time));
	return times.length > 0 ? new Date(Math.max(...times)).toISOString() : undefined;
}

function listTimes(value: unknown): string[] {
	if (!value || typeof value !== "object") return [];
	return Object.entries(value).flatMap(([key, part]) => (key === "updatedAt" ? [String(part)] : listTimes(part)));
}
