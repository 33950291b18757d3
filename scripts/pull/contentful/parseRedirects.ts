import { localeCodes } from "../../../content/locales.ts";
import { type Redirect, toRedirectKey } from "../../../content/redirects.ts";
import { localisePath, pathOf, previewReportPath, splitLocale } from "../../../content/routes.ts";
import { resolveRoute, toCanonicalPath } from "../../../content/toCanonicalPath.ts";
import { parseOwnAddress, quoteAddress } from "./parseLink.ts";

const reservedFolders = ["api", "assets", "media", ".netlify"];

/**
 * Paths of files and server endpoints. Editors cannot redirect these paths. tests/site/files.test.ts checks that the
 * list is complete.
 */
const reservedPaths = new Set([
	...localeCodes.flatMap((code) => ["/404", "/404.html", previewReportPath].map((path) => localisePath(path, code))),
	...["/status", "/live-version"],
	...["/robots.txt", "/sitemap.xml", "/build-info.json", "/site.webmanifest", "/favicon.ico", "/apple-touch-icon.png"],
]);

/**
 * A redirect that an editor entered. `key` and `target` are the paths of `from` and `to`, normalised for comparisons.
 */
type Line = { text: string; key: string; from: URL; to: URL; target: string };

/** The page to which a redirect finally leads. `path` is undefined when the site has no such page. */
type Destination = { path: string | undefined; hash: string };

/**
 * Parses redirects such as `/old /packages`, and replaces each chain of redirects by direct redirects.
 * @returns the valid redirects, and a sentence about each invalid line
 */
export function parseRedirects(lines: string[], siteUrl: string): { redirects: Redirect[]; problems: string[] } {
	const problems: string[] = [];
	const refuse = (text: string, problem: string) => problems.push(`${quoteAddress(text)} ${problem}`);
	const linesByKey = new Map<string, Line>();
	for (const text of lines.map((line) => line.trim()).filter(Boolean)) {
		const line = parseLine(text, siteUrl);
		if ("problem" in line) {
			refuse(text, line.problem);
			continue;
		}
		const earlier = linesByKey.get(line.key);
		if (!earlier) linesByKey.set(line.key, line);
		if (earlier && earlier.to.href !== line.to.href) {
			refuse(text, "repeats the old address of an earlier line, which is used");
		}
	}
	const redirects: Redirect[] = [];
	for (const line of linesByKey.values()) {
		const destination = followLine(line, linesByKey);
		if (!destination) refuse(line.text, "is part of a redirect loop");
		else if (!destination.path) refuse(line.text, "leads to an address that is not a page of this site");
		else redirects.push({ from: line.from.pathname, to: destination.path + destination.hash });
	}
	return { redirects, problems };
}

function parseLine(text: string, siteUrl: string): Line | { problem: string } {
	const [first = "", second, ...others] = text.split(/\s+/);
	if (!second || others.length > 0) return { problem: "is not an old and a new address separated by a space" };
	const from = parseOwnAddress(first, siteUrl);
	const to = parseOwnAddress(second, siteUrl);
	if (!from || !to) return { problem: "names an address that is not on this site" };
	const key = keyOf(from);
	if (key === undefined) return { problem: "names an old address that is malformed" };
	if (from.search || from.hash) return { problem: "names an old address with ? or #, which redirects ignore" };
	if (/\*|\/:/.test(key)) return { problem: "names an old address with * or :, which hosts read as placeholders" };
	if (resolveRoute(from.pathname)) return { problem: "names an old address that is a page of this site" };
	if (isReserved(key.toLowerCase())) return { problem: "names an old address that this site uses itself" };
	return { text, key, from, to, target: keyOf(to) ?? to.pathname };
}

/** Checks whether the site serves a file or a function at a lower-case path. Such a path cannot be redirected. */
function isReserved(path: string): boolean {
	const [, folder = ""] = path.split("/");
	const isIcon = /^\/icon-[\w-]+\.png$/.test(path);
	return isIcon || reservedFolders.includes(folder) || reservedPaths.has(path);
}

/** Follows a chain of redirects to its final address. Returns undefined for a redirect loop. */
function followLine(first: Line, lines: Map<string, Line>): Destination | undefined {
	const visited = new Set([first]);
	let { to, target } = first;
	let { hash } = to;
	for (let next = lines.get(target); next && !resolveRoute(to.pathname); next = lines.get(target)) {
		if (visited.has(next)) return undefined;
		visited.add(next);
		({ to, target } = next);
		hash ||= to.hash;
	}
	const page = resolveRoute(to.pathname);
	const { locale } = splitLocale(toCanonicalPath(to.pathname) ?? to.pathname);
	return { path: page && pathOf(page, locale), hash };
}

/** Returns the path, decoded and without a trailing slash, or undefined when it is malformed. */
function keyOf({ pathname }: URL): string | undefined {
	try {
		return toRedirectKey(decodeURIComponent(pathname));
	} catch {
		return undefined;
	}
}
