import { defaultLocale, type Locale, localeCodes, locales } from "./locales.ts";
import type { PageEntryName } from "./model.ts";
import { pages } from "./pages.ts";

/** Name of a page, which is also the name of the page's content type in model.ts. */
export type RouteName = keyof typeof pages;

/** Names of all pages, in the order of the navigation. */
export const routeNames = Object.keys(pages) as RouteName[];

export function isRoute(name: PageEntryName): name is RouteName {
	return Object.hasOwn(pages, name);
}

/** Returns the pages that are not left out (see `hidden` in `snapshot.ts`), in the order of the navigation. */
export function listShownRoutes({ hidden = [] }: { hidden?: PageEntryName[] }): RouteName[] {
	return routeNames.filter((name) => !hidden.includes(name));
}

export function isPageShown(content: { hidden?: PageEntryName[] }, route: RouteName): boolean {
	return !content.hidden?.includes(route);
}

/** Path of the report for editors. Only previews of drafts have this page. */
export const previewReportPath = "/report";

/** Returns the canonical path of a page. Only the path `/` ends with a slash. */
export function pathOf(route: RouteName, locale: Locale): string {
	return localisePath(pages[route].path, locale);
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
export function findRoute(path: string): RouteName | undefined {
	return routeNames.find((name) => pages[name].path === path);
}
