import { type Locale, localeCodes } from "../../content/locales.ts";
import { listShownRoutes, localisePath, pathOf, type RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { FaultsError } from "../shared/faults.ts";
import { listFiles } from "../shared/listFiles.ts";
import { addressOf, fileOf } from "./addresses.ts";
import { type DocumentPart, isElement, type SiteDocument } from "./siteDocument.ts";

type Documents = ReadonlyMap<string, SiteDocument>;

/**
 * Checks for missing pages, missing headings, dead links and empty lists.
 * @throws FaultsError with the faults of all pages
 */
export async function checkSite(folder: string, documents: Documents, snapshots: Snapshots): Promise<void> {
	const faults = localeCodes.flatMap((locale) => [
		...findIncomplete(documents, snapshots[locale], locale),
		...listShownRoutes(snapshots[locale]).flatMap((route) => findEmptyLists(documents, snapshots[locale], route)),
	]);
	faults.push(...(await findDeadLinks(folder, documents)));
	if (faults.length > 0) throw new FaultsError(faults);
}

function findIncomplete(documents: Documents, content: Snapshot, locale: Locale): string[] {
	const pages = listShownRoutes(content).map((route) => pathOf(route, locale));
	return [...pages, localisePath("/404", locale)].flatMap((path) => {
		const document = documents.get(fileOf(path));
		if (!document) return [`The page ${path} is missing.`];
		const hasHeading = document.parts.some((part) => isElement(part) && part.name === "h1");
		return hasHeading ? [] : [`The page ${path} is not complete: it has no heading.`];
	});
}

/** Returns a fault for each content list whose items are all missing from the rendered page. */
function findEmptyLists(documents: Documents, content: Snapshot, route: RouteName): string[] {
	const path = pathOf(route, content.locale);
	const shown = listShown(documents.get(fileOf(path))?.parts ?? []);
	return findLists(content[route])
		.filter(({ items }) => !items.some((item) => isShown(item, shown)))
		.map(({ name, items }) => `The page ${path} shows none of the ${items.length} items of ${route}.${name}.`);
}

type List = { name: string; items: unknown[] };

/**
 * Finds the non-empty lists in a page's content, including lists inside the items of other lists. Skips the blocks of
 * rich texts.
 */
function findLists(value: unknown, name = ""): List[] {
	if (!value || typeof value !== "object") return [];
	const innerLists = Object.entries(value).flatMap(([key, part]) => {
		if (key === "blocks" || key === "widths") return [];
		const partName = Array.isArray(value) ? name : [name, key].filter(Boolean).join(".");
		return findLists(part, partName);
	});
	return Array.isArray(value) && value.length > 0 ? [{ name, items: value }, ...innerLists] : innerLists;
}

/** Text, ids and addresses in a page's HTML. */
type Shown = { text: string; ids: Set<string>; addresses: Set<string> };

function listShown(parts: DocumentPart[]): Shown {
	const elements = parts.filter(isElement);
	const values = (name: string) => elements.flatMap(({ attributes }) => attributes.get(name) ?? []);
	const texts = parts.flatMap((part) => (isElement(part) ? [] : part.text));
	return {
		text: withPlainSpaces(texts.join("")),
		ids: new Set(values("id")),
		addresses: new Set([...values("href"), ...values("src")]),
	};
}

/** Checks whether a page shows an item of a list: an entry, a text or a picture. */
function isShown(item: unknown, { text, ids, addresses }: Shown): boolean {
	const { id, url, src, value } = item as Record<string, string | undefined>;
	if (id !== undefined) return ids.has(id) || (url !== undefined && addresses.has(url));
	if (value) return text.includes(withPlainSpaces(value));
	return src !== undefined && addresses.has(src);
}

/** Replaces no-break spaces, which rendering adds to texts, by plain spaces. */
function withPlainSpaces(text: string): string {
	return text.replaceAll("\u00a0", " ");
}

/**
 * Origin for resolving relative addresses. No real site has this origin, so only links within the site resolve to it.
 */
const origin = "http://site.invalid";

/** Finds links to missing files or ids. */
async function findDeadLinks(folder: string, documents: Documents): Promise<string[]> {
	const servedPaths = new Set((await listFiles(folder)).map(addressOf));
	const idsByPath = new Map([...documents].map(([file, { parts }]) => [addressOf(file), listShown(parts).ids]));
	const isDead = ({ pathname, hash }: URL) => {
		// Addresses below `/api/` belong to serverless functions, so no file is expected.
		if (pathname.startsWith("/api/")) return false;
		const path = decodeURIComponent(pathname);
		if (!servedPaths.has(path)) return true;
		return hash !== "" && !idsByPath.get(path)?.has(decodeURIComponent(hash.slice(1)));
	};
	return [...documents].flatMap(([file, { parts }]) => {
		const page = addressOf(file);
		const links = listAddresses(parts).flatMap((address) => URL.parse(address, origin + page) ?? []);
		const deadLinks = links.filter((link) => link.origin === origin && isDead(link));
		return deadLinks.map(({ pathname, hash }) => `The page ${page} leads to ${pathname}${hash}, which does not exist.`);
	});
}

/** Lists the addresses that a document links to or loads. */
function listAddresses(parts: DocumentPart[]): string[] {
	return parts.filter(isElement).flatMap(({ attributes }) => {
		const addresses = ["href", "src", "action"].flatMap((name) => attributes.get(name) ?? []);
		const sets = ["srcset", "imagesrcset"].flatMap((name) => attributes.get(name) ?? []);
		const sources = sets.flatMap((set) => set.split(", ").map((source) => source.split(" ")[0] ?? ""));
		return [...addresses, ...sources];
	});
}
