// Vike calls this hook before it chooses a page: https://vike.dev/onBeforeRoute
import type { PageContextServer } from "vike/types";
import { splitLocale } from "../content/routes.ts";

/** Removes the locale prefix from a path: for `/ru/about`, Vike renders the page `/about`. */
export function onBeforeRoute({ urlParsed }: PageContextServer) {
	return { pageContext: { urlLogical: splitLocale(urlParsed.pathname).path } };
}
