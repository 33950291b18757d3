// https://vike.dev/onBeforeRoute
import type { PageContextServer } from "vike/types";
import { splitLocale } from "../content/routes.ts";

/** `/ru/about` is the page at `/about`, in Russian. */
export function onBeforeRoute({ urlParsed }: PageContextServer) {
	return { pageContext: { urlLogical: splitLocale(urlParsed.pathname).path } };
}
