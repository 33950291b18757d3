import { type Locale, localeCodes } from "../../content/locales.ts";
import { listShownRoutes, localisePath, pathOf } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { FaultsError } from "../shared/faults.ts";
import { listFiles } from "../shared/listFiles.ts";
import { addressOf, fileOf } from "./addresses.ts";
import { attributeOf, type DocumentPart, isElement, type SiteDocument } from "./siteDocument.ts";

type Documents = ReadonlyMap<string, SiteDocument>;

/**
 * Checks for missing pages, missing headings and dead links.
 * @throws FaultsError with the faults of all pages
 */
export async function checkSite(
	folder: string,
	documents: Documents,
	snapshots: Snapshots,
): Promise<void> {
	const faults = localeCodes.flatMap((locale) =>
		findIncomplete(documents, snapshots[locale], locale),
	);
	faults.push(...(await findDeadLinks(folder, documents)));
	if (faults.length > 0) throw new FaultsError(faults);
}

function findIncomplete(documents: Documents, content: Snapshot, locale: Locale): string[] {
	const pages = listShownRoutes(content).map((route) => pathOf(route, locale));
	return [...pages, localisePath("/404", locale)].flatMap((path) => {
		const document = documents.get(fileOf(path));
		if (!document) return [`The page ${path} is missing.`];
		const hasHeading = document.parts.some((part) => isElement(part) && part.tagName === "h1");
		return hasHeading ? [] : [`The page ${path} is not complete: it has no heading.`];
	});
}

/**
 * Origin for resolving relative addresses. No real site has this origin, so only links within the site resolve to it.
 */
const origin = "http://site.invalid";

async function findDeadLinks(folder: string, documents: Documents): Promise<string[]> {
	const servedPaths = new Set((await listFiles(folder)).map(addressOf));
	const idsByPath = new Map(
		[...documents].map(([file, { parts }]) => [addressOf(file), listIds(parts)]),
	);
	const isDead = ({ pathname, hash }: URL) => {
		// Addresses below `/api/` belong to serverless functions, so no file is expected.
		if (pathname.startsWith("/api/")) return false;
		const path = decodeURIComponent(pathname);
		if (!servedPaths.has(path)) return true;
		return hash !== "" && !idsByPath.get(path)?.has(decodeURIComponent(hash.slice(1)));
	};
	return [...documents].flatMap(([file, { parts }]) => {
		const page = addressOf(file);
		const links = listAddresses(parts).flatMap(
			(address) => URL.parse(address, origin + page) ?? [],
		);
		const deadLinks = links.filter((link) => link.origin === origin && isDead(link));
		return deadLinks.map(
			({ pathname, hash }) => `The page ${page} leads to ${pathname}${hash}, which does not exist.`,
		);
	});
}

function listIds(parts: DocumentPart[]): Set<string> {
	return new Set(parts.filter(isElement).flatMap((element) => attributeOf(element, "id") ?? []));
}

/** Lists the addresses that a document links to or loads. */
function listAddresses(parts: DocumentPart[]): string[] {
	return parts.filter(isElement).flatMap((element) => {
		const addresses = ["href", "src", "action"].flatMap((name) => attributeOf(element, name) ?? []);
		const sets = ["srcset", "imagesrcset"].flatMap((name) => attributeOf(element, name) ?? []);
		const sources = sets.flatMap((set) =>
			set.split(", ").map((source) => source.split(" ")[0] ?? ""),
		);
		return [...addresses, ...sources];
	});
}
