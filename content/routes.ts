import { defaultLocale, type Locale, localeCodes, locales } from "./locales.ts";
import type { PageEntryName } from "./model.ts";
import { factsOf, pages } from "./pages.ts";
import type { Complete, Entry, Snapshot, Step } from "./snapshot.ts";

/** Name of a page of the navigation, which is also the name of the page's content type in model.ts. */
export type RouteName = keyof typeof pages;

/** A page of the site: its name in the navigation, or the entry of a further page. */
export type Route<At extends Step = Complete> = RouteName | Entry<"page", At>;

/** Names of the pages of the navigation, in its order. */
export const routeNames = Object.keys(pages) as RouteName[];

export function isRoute(name: PageEntryName): name is RouteName {
	return Object.hasOwn(pages, name);
}

/** Returns the pages of the navigation that are not left out (see `hidden` in `snapshot.ts`). */
export function listShownRoutes({ hidden }: Pick<Snapshot, "hidden">): RouteName[] {
	return routeNames.filter((name) => !hidden.includes(name));
}

/** Returns all pages of the site. Further pages are last, in the order of the editors. */
export function listAllRoutes<At extends Step>(content: Snapshot<At>): Route<At>[] {
	return [...listShownRoutes(content), ...content.appShell.pages];
}

/** Returns the Contentful entry of a page. */
export function entryOf<At extends Step>(content: Snapshot<At>, route: Route<At>) {
	return typeof route === "string" ? content[route] : route;
}

/** Path of the report for editors. Only previews of drafts have this page. */
export const previewReportPath = "/report";

/** Slug of the further page that has the withdrawal form. The site adds it to those of the editors. */
export const withdrawalSlug = "withdraw";

/** Slugs that editors' pages cannot have, because the site uses these paths itself. */
export const reservedSlugs = [
	withdrawalSlug,
	..."404 api assets further index media preview report ru status".split(" "),
	...routeNames.map((name) => pages[name].path.slice(1)),
];

/** Returns the canonical path of a page. Only the path `/` ends with a slash. */
export function pathOf(route: Route<Step>, locale: Locale): string {
	const path = typeof route === "string" ? pages[route].path : `/${route.slug}`;
	return localisePath(path, locale);
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
