// Vike calls this hook before it chooses a page: https://vike.dev/onBeforeRoute
import type { PageContextServer } from "vike/types";
import { findRoute, splitLocale } from "../content/routes.ts";

/**
 * Removes the locale prefix from a path: for `/ru/about`, Vike renders the page `/about`. All further pages are rendered
 * by `pages/further/`.
 */
export function onBeforeRoute({ urlParsed, snapshots }: PageContextServer) {
	const { locale, path } = splitLocale(urlParsed.pathname);
	const route = findRoute(path, snapshots[locale]);
	if (route && !route.name) return { pageContext: { urlLogical: "/further" } };
	// The folder's own path is no page: an editor can ask for its preview.
	return { pageContext: { urlLogical: path === "/further" ? "/404" : path } };
}
