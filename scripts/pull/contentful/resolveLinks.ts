import { routeMeant } from "../../../content/canonicalPath.ts";
import { entryLists, listItems } from "../../../content/entryLists.ts";
import { type PageEntryName, pageEntryNames } from "../../../content/model.ts";
import { pages } from "../../../content/pages.ts";
import { isRoute, pathOf, shownRoutes } from "../../../content/routes.ts";
import type { Snapshot } from "../../../content/snapshot.ts";
import type { Place, Report } from "../report.ts";
import type { Unresolved, UnresolvedLink } from "./links.ts";
import { parseOwnAddress, quoteAddress, shownWithoutLink } from "./parseLink.ts";

/**
 * Resolves the links in texts: to the canonical address of a page in the language of the snapshot, to a file, or to another
 * site. A fragment that the page does not have is removed. A link without a target is reported and becomes its text.
 */
export function resolveLinks(snapshot: Unresolved<Snapshot>, siteUrl: string, report: Report): Snapshot {
	const { locale, hidden } = snapshot;
	const shown = shownRoutes(snapshot);
	const ids = listIds(snapshot);

	function pathOfEntry(id: string, place: Place): string | undefined {
		const page = shown.find((route) => snapshot[route].id === id);
		if (page) return pathOf(page, locale);
		const route = shown.find((name) => listSections(snapshot, name).includes(id));
		if (route) return `${pathOf(route, locale)}#${encodeURIComponent(id)}`;
		report.add("warning", place, `the text links to entry ${quoteAddress(id)}, which no page shows`, shownWithoutLink);
		return undefined;
	}

	/** `owner` is the entry whose page, or frame around all pages, shows the link. */
	function canonicalAddress(href: string, place: Place, owner: PageEntryName): string | undefined {
		const url = parseOwnAddress(href, siteUrl);
		if (!url) return href;
		const route = routeMeant(url.pathname);
		if (!route || !shown.includes(route)) {
			report.add(
				"warning",
				place,
				`the text links to ${quoteAddress(href)}, where the site has no page`,
				shownWithoutLink,
			);
			return undefined;
		}
		const isOnSamePage = href.startsWith("#");
		const path = isOnSamePage ? "" : pathOf(route, locale) + url.search;
		// https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment
		if (/^(#top)?$/i.test(url.hash)) return path || "#content";
		if (ids[isOnSamePage ? owner : route].has(url.hash.slice(1))) return path + url.hash;
		const problem = `the text links to ${quoteAddress(href)}, a place that the page does not have`;
		report.add("warning", place, problem, path ? "the link leads to the page as a whole" : shownWithoutLink);
		return path || undefined;
	}

	const entries = pageEntryNames.map((name) => {
		const addressOf = ({ target, place }: UnresolvedLink) => {
			if (target.kind === "entry") return pathOfEntry(target.id, place);
			return target.kind === "file" ? target.href : canonicalAddress(target.href, place, name);
		};
		return [name, replaceLinks(snapshot[name], addressOf)];
	});
	return { locale, ...(hidden ? { hidden } : {}), ...Object.fromEntries(entries) };
}

/** A copy of a value with each link replaced by one that has an address, or by its text. What is undefined is left out. */
function replaceLinks(value: unknown, addressOf: (link: UnresolvedLink) => string | undefined): unknown {
	if (Array.isArray(value)) {
		return value.flatMap((part: unknown) => {
			if (!isUnresolvedLink(part)) return [replaceLinks(part, addressOf)];
			const content = replaceLinks(part.content, addressOf);
			const href = addressOf(part);
			return href === undefined ? content : [{ type: "link", href, content }];
		});
	}
	if (!value || typeof value !== "object") return value;
	const entries = Object.entries(value).filter(([, part]) => part !== undefined);
	return Object.fromEntries(entries.map(([key, part]) => [key, replaceLinks(part, addressOf)]));
}

function isUnresolvedLink(value: unknown): value is UnresolvedLink {
	return typeof value === "object" && value !== null && "type" in value && value.type === "link";
}

/** Returns the ids of the entries that a page shows as sections of their own. */
function listSections(snapshot: Snapshot | Unresolved<Snapshot>, name: PageEntryName): string[] {
	const lists = entryLists.filter(({ page, hasSections }) => page === name && hasSections);
	return lists.flatMap((list) => listItems(snapshot, list).map(({ id }) => id));
}

/**
 * Returns the fragments that links may have, by page entry: ids of sections, of headings in texts, and fixed ones. An entry
 * without a page has those of every page.
 */
export function listIds(snapshot: Snapshot | Unresolved<Snapshot>): Record<PageEntryName, Set<string>> {
	const { appShell, newsletter } = snapshot;
	const frame = ["content", ...listHeadings([appShell, newsletter]), ...(newsletter.title ? ["newsletter-title"] : [])];
	const ids = pageEntryNames.map((name) => {
		const own = [...listSections(snapshot, name), ...listFixedIds(snapshot, name), ...listHeadings(snapshot[name])];
		return [name, new Set([...frame, ...own].map(encodeURIComponent))] as const;
	});
	return Object.fromEntries(ids) as Record<PageEntryName, Set<string>>;
}

function listFixedIds(snapshot: Snapshot | Unresolved<Snapshot>, name: PageEntryName): string[] {
	if (!isRoute(name)) return [];
	// Whether a fixed id exists depends on which fields are filled in, and not on links.
	return pages[name].fixedIds?.(snapshot as Snapshot) ?? [];
}

function listHeadings(value: unknown): string[] {
	if (!value || typeof value !== "object") return [];
	const inside = Object.values(value).flatMap(listHeadings);
	const isHeading = "type" in value && value.type === "heading" && "id" in value;
	return isHeading ? [String(value.id), ...inside] : inside;
}
