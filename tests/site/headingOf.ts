import { pages } from "../../content/pages.ts";
import type { RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** Returns the text of a page's only `h1`. */
export function headingOf(route: RouteName, content: Snapshot): string {
	const parts = pages[route].heading(content).map((part) => part?.value);
	return parts.filter(Boolean).join(" ");
}
