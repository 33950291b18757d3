import { defaultLocale, type Locale, localeCodes, locales } from "./locales.ts";
import type { PageEntryName, searchFields } from "./model.ts";
import { factsOf, pages } from "./pages.ts";
import type { Entry, Snapshot } from "./snapshot.ts";

/** Name of a page, which is also the name of the page's content type in model.ts, if it has one. */
export type RouteName = keyof typeof pages;

/** A page of the site: its name, or the entry of a further page. */
export type Route = RouteName | Entry<"page">;

/** Names of the pages that are no further pages, in the order of the navigation. The withdrawal form is last. */
export const routeNames = Object.keys(pages) as RouteName[];

export function isRoute(name: PageEntryName): name is RouteName & PageEntryName {
	return Object.hasOwn(pages, name);
}

/** Returns the names of the pages that are neither left out (see `hidden` in `snapshot.ts`) nor switched off. */
export function listShownRoutes({ hidden, appShell }: Snapshot): RouteName[] {
	return routeNames.filter((name) =>
		name === "withdrawal" ? appShell.withdrawalForm : !hidden.includes(name),
	);
}

/** Returns all pages of the site. Further pages are last, in the order of the editors. */
export function listAllRoutes(content: Snapshot): Route[] {
	return [...listShownRoutes(content), ...content.appShell.pages];
}

/** Properties that the entries of all pages have. */
type PageEntry = Pick<Entry<"page">, "id" | "updatedAt" | keyof typeof searchFields>;

/** Returns the Contentful entry of a page. The withdrawal form has none, and changes with the app shell. */
export function entryOf(content: Snapshot, route: Route): PageEntry {
	if (typeof route !== "string") return route;
	return route === "withdrawal"
		? { id: "withdrawal", updatedAt: content.appShell.updatedAt }
		: content[route];
}

/** Path of the report for editors. Only previews of drafts have this page. */
export const previewReportPath = "/report";

/** Slugs that further pages cannot have, because the site uses these paths itself. */
export const reservedSlugs = [
	..."404 api assets further index media preview report ru status".split(" "),
	...routeNames.map((name) => pages[name].path.slice(1)),
];

/** Returns the canonical path of a page. Only the path `/` ends with a slash. */
export function pathOf(route: Route, locale: Locale): string {
	return localisePath(factsOf(route).path, locale);
}

/** Adds the path prefix of a locale: `/ru/about` for `/about`, `/ru` for `/`. */
export function localisePath(path: string, locale: Locale): string {
	const { prefix } = locales[locale];
	return path === "/" ? prefix || "/" : `${prefix}${path}`;
}

/** Splits a path into locale and path without prefix: `{ locale: "ru", path: "/about" }` for `/ru/about`. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
	const isIn = (code: Locale) =>
		code !== defaultLocale && `${pathname}/`.startsWith(`${locales[code].prefix}/`);
	const locale = localeCodes.find(isIn) ?? defaultLocale;
	return { locale, path: pathname.slice(locales[locale].prefix.length) || "/" };
}

/** Returns the page at a path without locale prefix, or undefined when no page has this path. */
export function findRoute(path: string, furtherPages: Entry<"page">[]): Route | undefined {
	return [...routeNames, ...furtherPages].find((route) => factsOf(route).path === path);
}
