import { entryLists, listItems } from "../../../content/entryLists.ts";
import { pageEntryNames, shellEntryNames } from "../../../content/model.ts";
import { factsOf } from "../../../content/pages.ts";
import { entryOf, listAllRoutes, pathOf, type Route } from "../../../content/routes.ts";
import type { Inline, Link, Snapshot } from "../../../content/snapshot.ts";
import { resolveRoute } from "../../../content/toCanonicalPath.ts";
import type { Place, Report } from "../report.ts";
import { parseOwnAddress, parseTextLink, quoteAddress } from "./addresses.ts";
import { shownWithoutLink } from "./parseAsset.ts";

/** A link in a text, before `resolveLinks` replaces its `href`. */
export type UnresolvedLink = Link & {
	/** Whether `href` is the id of an entry. Otherwise it is what the editor typed. */
	isEntry: boolean;
	/** Field that contains the link. */
	place: Place;
};

/**
 * Resolves the links in a snapshot's texts. A link to a missing page or entry is reported, and replaced by its text.
 */
export function resolveLinks(snapshot: Snapshot, siteUrl: string, report: Report): Snapshot {
	const { locale } = snapshot;
	const routes = listAllRoutes(snapshot);
	const ids = listFragmentIds(snapshot);
	// The empty fragment and `top` lead to the top of every page:
	// https://html.spec.whatwg.org/multipage/browsing-the-web.html#select-the-indicated-part
	const isPlace = (pageId: string, fragment: string) =>
		["", "top"].includes(fragment) || ids.get(pageId)?.has(fragment);
	const idOf = (route: Route) => entryOf(snapshot, route).id;

	function warn({ place }: UnresolvedLink, target: string, instead = shownWithoutLink): undefined {
		report.add("warning", place, `the text links to ${target}`, instead);
	}

	function resolveEntry(link: UnresolvedLink): string | undefined {
		const page = routes.find((route) => idOf(route) === link.href);
		if (page) return pathOf(page, locale);
		const fragment = encodeURIComponent(link.href);
		const pageWithSection = routes.find((route) => ids.get(idOf(route))?.has(fragment));
		if (pageWithSection) return `${pathOf(pageWithSection, locale)}#${fragment}`;
		return warn(link, `entry ${quoteAddress(link.href)}, which no page shows`);
	}

	/** @param owner id of the entry of the page that contains the link */
	function resolveAddress(link: UnresolvedLink, owner: string): string | undefined {
		const href = parseTextLink(link.href);
		const quoted = quoteAddress(link.href);
		if (!href) return warn(link, `${quoted}, which is not a valid address`);
		const url = parseOwnAddress(href, siteUrl);
		if (!url) return href;
		const target = resolveRoute(url.pathname, snapshot.appShell.pages);
		const route = routes.find((name) => name === target);
		if (!route) return warn(link, `${quoted}, where the site has no page`);
		const isOnSamePage = href.startsWith("#");
		const path = isOnSamePage ? "" : pathOf(route, locale) + url.search;
		if (isPlace(isOnSamePage ? owner : idOf(route), url.hash.slice(1))) return path + url.hash;
		const instead = path ? "the link leads to the page as a whole" : shownWithoutLink;
		warn(link, `${quoted}, a place that the page does not have`, instead);
		return path;
	}

	function resolveLink(link: UnresolvedLink, listOwner: string): Inline[] {
		// Unlike other entries of lists, further pages are pages themselves.
		const owner = ids.has(link.place.id) ? link.place.id : listOwner;
		const href = link.isEntry ? resolveEntry(link) : resolveAddress(link, owner);
		return href ? [{ type: "link", href, content: link.content }] : link.content;
	}

	const entries = pageEntryNames.map((name) => {
		const resolved = JSON.parse(JSON.stringify(snapshot[name]), (_, value) =>
			Array.isArray(value)
				? value.flatMap((part) =>
						part?.isEntry === undefined ? [part] : resolveLink(part, snapshot[name].id),
					)
				: value,
		);
		return [name, resolved];
	});
	return { ...snapshot, ...Object.fromEntries(entries) };
}

/** Lists, for each page's entry, the URL-encoded ids of the elements that links can target. */
export function listFragmentIds(snapshot: Snapshot): Map<string, Set<string>> {
	const { hidden, newsletter } = snapshot;
	// Further pages have the ids in their texts themselves.
	const { pages: _, ...appShell } = snapshot.appShell;
	const frameIds = ["content", ...listHeadingIds([appShell, newsletter])];
	if (!hidden.includes("newsletter")) frameIds.push("newsletter-title");
	const frame = new Set(frameIds.map(encodeURIComponent));
	const ids = new Map(shellEntryNames.map((name) => [snapshot[name].id, frame]));
	for (const route of listAllRoutes(snapshot)) {
		const entry = entryOf(snapshot, route);
		const fixedIds = factsOf(route).fixedIds?.(snapshot) ?? [];
		const lists = entryLists.filter(({ page, hasSections }) => page === route && hasSections);
		const sectionIds = lists.flatMap((list) => listItems(snapshot, list).map(({ id }) => id));
		const allIds = [...frameIds, ...fixedIds, ...sectionIds, ...listHeadingIds(entry)];
		ids.set(entry.id, new Set(allIds.map(encodeURIComponent)));
	}
	return ids;
}

function listHeadingIds(value: unknown): string[] {
	if (typeof value !== "object" || value === null) return [];
	const nestedIds = Object.values(value).flatMap(listHeadingIds);
	const isHeading = "type" in value && value.type === "heading" && "id" in value;
	return isHeading ? [String(value.id), ...nestedIds] : nestedIds;
}
