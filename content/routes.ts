import { defaultLocale, type Locale, localeCodes, locales } from "./locales.ts";

/** The seven routes, in the order of the navigation. Keys are also the keys of the navigation's labels. */
export const routes = {
	home: "/",
	about: "/about",
	approach: "/approach",
	consultations: "/consultations",
	packages: "/packages",
	programmes: "/programmes",
	functionalTests: "/functional-tests",
} as const;

export type RouteName = keyof typeof routes;

export const routeNames = Object.keys(routes) as RouteName[];

/** The routes that have a page, in the order of the navigation. */
export function shownRoutes({ hidden = [] }: { hidden?: string[] }): RouteName[] {
	return routeNames.filter((name) => !hidden.includes(name));
}

/** The place of the cancellation policy on the consultations page. */
export const cancellationPolicyId = "cancellation-policy";

/** Where a preview shows its report. */
export const previewReport = "/preview-report";

/** The canonical path of a route in a language: no trailing slash except `/` itself. */
export function pathOf(route: RouteName, locale: Locale): string {
	return localisePath(routes[route], locale);
}

/** `/about` → `/ru/about`; `/` → `/ru`. Takes a path without a locale. */
export function localisePath(path: string, locale: Locale): string {
	const { prefix } = locales[locale];
	return path === "/" ? prefix || "/" : `${prefix}${path}`;
}

/** `/ru/about` → `{ locale: "ru", path: "/about" }`. A path without a known prefix is in the default language. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
	const isIn = (code: Locale) => code !== defaultLocale && `${pathname}/`.startsWith(`${locales[code].prefix}/`);
	const locale = localeCodes.find(isIn) ?? defaultLocale;
	return { locale, path: pathname.slice(locales[locale].prefix.length) || "/" };
}

/** The route of a path without locale, or undefined when no page lives there. */
export function routeAt(path: string): RouteName | undefined {
	return routeNames.find((name) => routes[name] === path);
}
