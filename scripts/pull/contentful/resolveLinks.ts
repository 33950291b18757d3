import { entryLists, listItems } from "../../../content/entryLists.ts";
import { pageEntryNames, shellEntryNames } from "../../../content/model.ts";
import { listAllRoutes, localisePath } from "../../../content/routes.ts";
import type { Snapshot } from "../../../content/snapshot.ts";
import { resolvePath } from "../../../content/toCanonicalPath.ts";
import { type LinkReference, replaceReferences, type WithMedia } from "../references.ts";
import type { Report } from "../report.ts";
import { parseOwnAddress, parseTextLink, shorten } from "./addresses.ts";

/**
 * Resolves the links in a snapshot's texts. A link to a missing page or entry is reported, and replaced by its text.
 */
export function resolveLinks(
	snapshot: Snapshot<WithMedia>,
	siteUrl: string,
	report: Report,
): Snapshot {
	const { locale } = snapshot;
	const routes = listAllRoutes(snapshot);
	const ids = listFragmentIds(snapshot);

	function resolveEntry({ href: id, place }: LinkReference): string | undefined {
		const page = routes.find(({ entry }) => entry.id === id);
		if (page) return localisePath(page.path, locale);
		const fragment = encodeURIComponent(id);
		const pageWithSection = routes.find(({ entry }) => ids.get(entry.id)?.has(fragment));
		if (pageWithSection) return `${localisePath(pageWithSection.path, locale)}#${fragment}`;
		const type = pageEntryNames.find((name) => snapshot[name].id === id) ?? "entry";
		report.add(place, "linkToHiddenEntry", "textWithoutLink", { entry: { type, id } });
		return undefined;
	}

	/** @param owner id of the entry of the page that contains the link */
	function resolveAddress({ href: typed, place }: LinkReference, owner: string) {
		const href = parseTextLink(typed);
		const address = { address: shorten(typed) };
		if (!href) {
			report.add(place, "linkMalformed", "textWithoutLink", address);
			return undefined;
		}
		const url = parseOwnAddress(href, siteUrl);
		if (!url) return href;
		const target = resolvePath(url.pathname, snapshot.appShell.pages);
		const route = routes.find(({ path }) => path === target);
		if (!route) {
			report.add(place, "addressWithoutPage", "textWithoutLink", address);
			return undefined;
		}
		const isOnSamePage = href.startsWith("#");
		const path = isOnSamePage ? "" : localisePath(route.path, locale) + url.search;
		const placeIds = ids.get(isOnSamePage ? owner : route.entry.id);
		const fragment = url.hash.slice(1);
		// The empty fragment and `top` lead to the top of every page:
		// https://html.spec.whatwg.org/multipage/browsing-the-web.html#select-the-indicated-part
		if (["", "top"].includes(fragment) || placeIds?.has(fragment)) return path + url.hash;
		report.add(place, "linkWithoutPlace", path ? "pageLinked" : "textWithoutLink", address);
		return path;
	}

	const entries = pageEntryNames.map((name) => {
		const { id } = snapshot[name];
		const resolved = replaceReferences(snapshot[name], (link) => {
			if (link.reference !== "link") return link;
			// Unlike other entries of lists, further pages are pages themselves.
			const owner = ids.has(link.place.id) ? link.place.id : id;
			const href = link.isEntry ? resolveEntry(link) : resolveAddress(link, owner);
			return href ? { type: "link", href, content: link.content } : link.content;
		});
		return [name, resolved];
	});
	return { ...snapshot, ...Object.fromEntries(entries) };
}

/** Lists, for each page's entry, the URL-encoded ids of the elements that links can target. */
export function listFragmentIds(snapshot: Snapshot<WithMedia>): Map<string, Set<string>> {
	const { hidden, newsletter } = snapshot;
	// Further pages have the ids in their texts themselves.
	const { pages: _, ...appShell } = snapshot.appShell;
	const frameIds = ["content", ...listHeadingIds([appShell, newsletter])];
	if (!hidden.includes("newsletter")) frameIds.push("newsletter-title");
	const frame = new Set(frameIds.map(encodeURIComponent));
	const ids = new Map(shellEntryNames.map((name) => [snapshot[name].id, frame]));
	for (const { name, entry, fixedIds } of listAllRoutes(snapshot)) {
		const lists = entryLists.filter(({ page, hasSections }) => page === name && hasSections);
		const sectionIds = lists.flatMap((list) => listItems(snapshot, list).map(({ id }) => id));
		const allIds = [
			...frameIds,
			...(fixedIds?.(snapshot) ?? []),
			...sectionIds,
			...listHeadingIds(entry),
		];
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
