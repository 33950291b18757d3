import { localeCodes } from "../../content/locales.ts";
import { localisePath, pathOf, shownRoutes } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { FaultsError } from "../shared/faults.ts";
import { listFiles } from "../shared/listFiles.ts";
import { addressOf, fileOf } from "./addresses.ts";

/**
 * Checks a finished site before anybody sees it: every page is there and whole, every list that the content fills shows
 * something on its page, and no link leads to a place of the site that does not exist.
 * @param documents the site's documents, by their file's name
 * @throws FaultsError naming each page and what is wrong with it
 */
export async function checkSite(
	folder: string,
	documents: ReadonlyMap<string, string>,
	snapshots: Snapshots,
): Promise<void> {
	const faults: string[] = [];
	for (const locale of localeCodes) {
		const content = snapshots[locale];
		const routes = shownRoutes(content);
		for (const path of [...routes.map((route) => pathOf(route, locale)), localisePath("/404", locale)]) {
			const document = documents.get(fileOf(path));
			if (!document) faults.push(`The page ${path} is missing.`);
			else if (!document.includes("<h1") || !document.trimEnd().endsWith("</html>")) {
				faults.push(`The page ${path} is not whole.`);
			}
		}
		for (const route of routes) {
			const document = withoutBonds(unescapeHtml(documents.get(fileOf(pathOf(route, locale))) ?? ""));
			const lost = listLists(content[route]).filter(({ items }) => !items.some((item) => isShown(item, document)));
			for (const { name, items } of lost) {
				faults.push(`The page ${pathOf(route, locale)} shows none of the ${items.length} items of ${route}.${name}.`);
			}
		}
	}
	faults.push(...(await findDeadLinks(folder, documents)));
	if (faults.length > 0) throw new FaultsError(faults);
}

type List = { name: string; items: unknown[] };

/** The lists of a page that have something in them, those inside their items included, but not the parts of a text. */
function listLists(value: unknown, name = ""): List[] {
	if (!value || typeof value !== "object") return [];
	const inside = Object.entries(value).flatMap(([key, part]) => {
		if (key === "blocks" || key === "widths") return [];
		return listLists(part, Array.isArray(value) ? name : [name, key].filter(Boolean).join("."));
	});
	return Array.isArray(value) && value.length > 0 ? [{ name, items: value }, ...inside] : inside;
}

/** Whether a document shows an item: an entry by its id or where it leads to, a picture by its file, a text by itself. */
function isShown(item: unknown, document: string): boolean {
	const { id, url, src, value } = item as Record<string, string | undefined>;
	const attributes = id === undefined ? { src } : { id, href: url };
	if (id === undefined && value) return document.includes(withoutBonds(value));
	return Object.entries(attributes).some(([name, text]) => text && document.includes(` ${name}="${text}"`));
}

/** On pages short words are bound to the next one. */
const withoutBonds = (text: string) => text.replaceAll("\u00a0", " ").replaceAll("\u2060", "");

/** What React escapes. */
const characters: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const unescapeHtml = (text: string) => text.replace(/&[#\w]+;/g, (entity) => characters[entity] ?? entity);

const origin = "http://site.invalid";

/**
 * The sentences about links to places of the site that are not there. Those of editors were resolved in the pull: one that
 * is found here was written by our own code. Addresses below /api/ are no files.
 */
async function findDeadLinks(folder: string, documents: ReadonlyMap<string, string>): Promise<string[]> {
	const addresses = new Set((await listFiles(folder)).map(addressOf));
	const places = new Map([...documents].map(([file, document]) => [addressOf(file), listIds(document)]));
	return [...documents].flatMap(([file, document]) => {
		const page = addressOf(file);
		const isDead = ({ pathname, hash }: URL) => {
			if (pathname.startsWith("/api/")) return false;
			const path = decodeURIComponent(pathname);
			return !addresses.has(path) || (hash !== "" && !places.get(path)?.has(decodeURIComponent(hash.slice(1))));
		};
		const links = listAddresses(document).flatMap((address) => URL.parse(address, origin + page) ?? []);
		const dead = links.filter((link) => link.origin === origin && isDead(link));
		return dead.map(({ pathname, hash }) => `The page ${page} leads to ${pathname}${hash}, which is not there.`);
	});
}

const listIds = (document: string) =>
	new Set([...document.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => unescapeHtml(id)));

/** What a document links to and loads, as it stands in its attributes. */
function listAddresses(document: string): string[] {
	return [...document.matchAll(/\s(href|src|action|srcset|imagesrcset)="([^"]*)"/gi)].flatMap(
		([, name = "", value = ""]) =>
			/srcset$/i.test(name)
				? value.split(", ").map((source) => unescapeHtml(source).split(" ")[0] ?? "")
				: unescapeHtml(value),
	);
}
