import { defaultLocale, type Locale, localeCodes, locales } from "./locales.ts";
import type { PageEntryName } from "./model.ts";
import { type PageFacts, pageFacts, type RouteName } from "./pages.ts";
import type { Complete, Entry, Snapshot, Step } from "./snapshot.ts";

/** A page of the site, with its properties. */
export type Route<At extends Step = Complete> = PageFacts & {
	/** Undefined for a further page. */
	name?: RouteName;
	/** The page's entry in Contentful. */
	entry: Snapshot<At>[RouteName] | Entry<"page", At>;
	/** Whether the menu of each page links to the page. */
	isInMenu: boolean;
	/** Whether the footer of each page links to the page. */
	isInFooter: boolean;
};

/** Names of the pages of the navigation, in its order. */
export const routeNames = Object.keys(pageFacts) as RouteName[];

export function isRoute(name: PageEntryName): name is RouteName {
	return Object.hasOwn(pageFacts, name);
}

/** Returns the pages of the navigation that are not left out (see `hidden` in `snapshot.ts`). */
export function listShownRoutes({ hidden }: Pick<Snapshot, "hidden">): RouteName[] {
	return routeNames.filter((name) => !hidden.includes(name));
}

/** Returns all pages of the site. Further pages are last, in the order of the editors. */
export function listAllRoutes<At extends Step>(content: Snapshot<At>): Route<At>[] {
	return listRoutes(content, listShownRoutes(content));
}

/** Returns the page at a path without locale prefix, also one that is left out. */
export function findRoute(path: string, content: Snapshot): Route | undefined {
	return listRoutes(content, routeNames).find((route) => route.path === path);
}

function listRoutes<At extends Step>(content: Snapshot<At>, names: RouteName[]): Route<At>[] {
	const named = names.map((name) => {
		return { ...pageFacts[name], name, entry: content[name], isInMenu: true, isInFooter: true };
	});
	const further = content.appShell.pages.map((entry): Route<At> => {
		const { id, slug, title, showInMenu = false, showInFooter = false } = entry;
		const findEntry = ({ appShell }: Snapshot) => appShell.pages.find((page) => page.id === id);
		return {
			path: `/${slug}`,
			heading: () => [title],
			titleDetails: () => [],
			descriptionTexts: (content) => [findEntry(content)?.text],
			pictures: (content) => [findEntry(content)?.cover],
			entry,
			isInMenu: showInMenu,
			isInFooter: showInFooter,
		};
	});
	return [...named, ...further];
}

/** Returns the paths of all pages of the site, in the language of `content`. */
export function listPaths(content: Snapshot): string[] {
	return listAllRoutes(content).map(({ path }) => localisePath(path, content.locale));
}

/** Path of the report for editors. Only previews of drafts have this page. */
export const previewReportPath = "/report";

/** Slug of the further page that has the withdrawal form. The site adds it to those of the editors. */
export const withdrawalSlug = "withdraw";

/** Slugs that editors' pages cannot have, because the site uses these paths itself. */
export const reservedSlugs = [
	withdrawalSlug,
	..."404 api assets further index media preview report ru status".split(" "),
	...routeNames.map((name) => pageFacts[name].path.slice(1)),
];

/** Returns the canonical path of a page of the navigation. */
export function pathOf(name: RouteName, locale: Locale): string {
	return localisePath(pageFacts[name].path, locale);
}

/** Adds the path prefix of a locale: `/ru/about` for `/about`, `/ru` for `/`. Only the path `/` ends with a slash. */
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
