// https://vike.dev/onBeforeRoute
import type { PageContextServer } from "vike/types";
import { splitLocale } from "../content/routes.ts";

/** Removes the locale from the path that Vike routes: `/ru/about` is the page `/about` in Russian. */
export function onBeforeRoute({ urlParsed }: PageContextServer) {
	return { pageContext: { urlLogical: splitLocale(urlParsed.pathname).path } };
}
