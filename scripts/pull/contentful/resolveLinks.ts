import { entryLists, listItems } from "../../../content/entryLists.ts";
import { type PageEntryName, pageEntryNames } from "../../../content/model.ts";
import { pages } from "../../../content/pages.ts";
import { isRoute, listShownRoutes, pathOf, type RouteName } from "../../../content/routes.ts";
import type { Snapshot } from "../../../content/snapshot.ts";
import { resolveRoute } from "../../../content/toCanonicalPath.ts";
import type { Place, Report } from "../report.ts";
import type { UnresolvedLink, WithUnresolvedLinks } from "./links.ts";
import { parseOwnAddress, quoteAddress, shownWithoutLink } from "./parseLink.ts";

type LinkContext = {
	snapshot: WithUnresolvedLinks<Snapshot>;
	siteUrl: string;
	routes: RouteName[];
	/** Ids that a link to a page can contain after the `#`, by page. */
	ids: Record<PageEntryName, Set<string>>;
	report: Report;
};

/** Returns the address of a link, or undefined when the link has no target. */
type ResolveLink = (link: UnresolvedLink) => string | undefined;

/**
 * Adds the addresses to the links in a snapshot's texts. A link to a missing page or entry is reported, and
 * replaced by its text.
 */
export function resolveLinks(
	snapshot: WithUnresolvedLinks<Snapshot>,
	siteUrl: string,
	report: Report,
): Snapshot {
	const context: LinkContext = {
		snapshot,
		siteUrl,
		routes: listShownRoutes(snapshot),
		ids: listFragmentIds(snapshot),
		report,
	};
	const resolved: Record<string, unknown> = { locale: snapshot.locale };
	if (snapshot.hidden) resolved.hidden = snapshot.hidden;
	for (const name of pageEntryNames) {
		resolved[name] = replaceLinks(snapshot[name], (link) => resolveLink(link, name, context));
	}
	return resolved as Snapshot;
}

function resolveLink(
	{ target, place }: UnresolvedLink,
	owner: PageEntryName,
	context: LinkContext,
): string | undefined {
	if (target.kind === "file") return target.href;
	if (target.kind === "entry") return resolveEntry(target.id, place, context);
	return resolveAddress(target.href, place, owner, context);
}

function resolveEntry(
	id: string,
	place: Place,
	{ snapshot, routes, report }: LinkContext,
): string | undefined {
	const { locale } = snapshot;
	const page = routes.find((route) => snapshot[route].id === id);
	if (page) return pathOf(page, locale);
	const pageWithSection = routes.find((route) => listSections(snapshot, route).includes(id));
	if (pageWithSection) return `${pathOf(pageWithSection, locale)}#${encodeURIComponent(id)}`;
	report.add(
		"warning",
		place,
		`the text links to entry ${quoteAddress(id)}, which no page shows`,
		shownWithoutLink,
	);
	return undefined;
}

function resolveAddress(
	href: string,
	place: Place,
	owner: PageEntryName,
	context: LinkContext,
): string | undefined {
	const { snapshot, siteUrl, routes, ids, report } = context;
	const url = parseOwnAddress(href, siteUrl);
	if (!url) return href;
	const route = resolveRoute(url.pathname);
	if (!route || !routes.includes(route)) {
		const problem = `the text links to ${quoteAddress(href)}, where the site has no page`;
		report.add("warning", place, problem, shownWithoutLink);
		return undefined;
	}
	const isOnSamePage = href.startsWith("#");
	const path = isOnSamePage ? "" : pathOf(route, snapshot.locale) + url.search;
	// An empty fragment and `#top` mean the top of the page:
	// https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment
	const isTopOfPage = /^(#top)?$/i.test(url.hash);
	// The links `#` and `#top` lead to the main element, `#content`.
	if (isTopOfPage) return path || "#content";
	const targetIds = ids[isOnSamePage ? owner : route];
	if (targetIds.has(url.hash.slice(1))) return path + url.hash;
	const problem = `the text links to ${quoteAddress(href)}, a place that the page does not have`;
	report.add(
		"warning",
		place,
		problem,
		path ? "the link leads to the page as a whole" : shownWithoutLink,
	);
	return path || undefined;
}

/** Returns a copy of a value with resolved links. A link becomes its text when `resolve` returns undefined. */
function replaceLinks(value: unknown, resolve: ResolveLink): unknown {
	if (Array.isArray(value))
		return value.flatMap((part: unknown) => replaceLinksInPart(part, resolve));
	if (!value || typeof value !== "object") return value;
	const entries = Object.entries(value).filter(([, part]) => part !== undefined);
	return Object.fromEntries(entries.map(([key, part]) => [key, replaceLinks(part, resolve)]));
}

function replaceLinksInPart(part: unknown, resolve: ResolveLink): unknown[] {
	if (!isUnresolvedLink(part)) return [replaceLinks(part, resolve)];
	const content = replaceLinks(part.content, resolve) as unknown[];
	const href = resolve(part);
	return href === undefined ? content : [{ type: "link", href, content }];
}

function isUnresolvedLink(value: unknown): value is UnresolvedLink {
	return typeof value === "object" && value !== null && "type" in value && value.type === "link";
}

function listSections(
	snapshot: Snapshot | WithUnresolvedLinks<Snapshot>,
	name: PageEntryName,
): string[] {
	const lists = entryLists.filter(({ page, hasSections }) => page === name && hasSections);
	return lists.flatMap((list) => listItems(snapshot, list).map(({ id }) => id));
}

/** Lists, for each page, the URL-encoded ids of the elements that links can target. */
export function listFragmentIds(
	snapshot: Snapshot | WithUnresolvedLinks<Snapshot>,
): Record<PageEntryName, Set<string>> {
	const { appShell, hidden, newsletter } = snapshot;
	const frameIds = ["content", ...listHeadingIds([appShell, newsletter])];
	if (!hidden?.includes("newsletter")) frameIds.push("newsletter-title");
	const ids = pageEntryNames.map((name) => {
		// `fixedIds` ignores links, so it also accepts a snapshot with unresolved links.
		const fixedIds = isRoute(name) ? (pages[name].fixedIds?.(snapshot as Snapshot) ?? []) : [];
		const ownIds = [
			...listSections(snapshot, name),
			...fixedIds,
			...listHeadingIds(snapshot[name]),
		];
		return [name, new Set([...frameIds, ...ownIds].map(encodeURIComponent))] as const;
	});
	return Object.fromEntries(ids) as Record<PageEntryName, Set<string>>;
}

function listHeadingIds(value: unknown): string[] {
	if (!value || typeof value !== "object") return [];
	const nestedIds = Object.values(value).flatMap(listHeadingIds);
	const isHeading = "type" in value && value.type === "heading" && "id" in value;
	return isHeading ? [String(value.id), ...nestedIds] : nestedIds;
}
