import { localeCodes } from "../../../content/locales.ts";
import { type Redirect, toRedirectKey } from "../../../content/redirects.ts";
import { localisePath, pathOf, previewReportPath, splitLocale } from "../../../content/routes.ts";
import { resolveRoute, toCanonicalPath } from "../../../content/toCanonicalPath.ts";
import { parseOwnAddress, quoteAddress } from "./parseLink.ts";

/** Top-level folders that contain no pages. */
const reservedFolders = ["api", "assets", "media", ".netlify"];

/**
 * Paths that cannot be the old address of a redirect, because a file or a function, not a page, has this path.
 * tests/site/files.test.ts checks that no file of a build can be the old address of a redirect.
 */
const reservedPaths = new Set([
	...localeCodes.flatMap((code) => ["/404", "/404.html", previewReportPath].map((path) => localisePath(path, code))),
	...["/status", "/preview-changes"],
	...["/robots.txt", "/sitemap.xml", "/build-info.json", "/site.webmanifest", "/favicon.ico", "/apple-touch-icon.png"],
]);

/**
 * A valid line of the redirects that editors enter: an old address (`from`) and a new one (`to`). `key` and `target`
 * are the paths of `from` and `to`, decoded, in lower case and without a trailing slash. Lines are compared by these
 * paths.
 */
type Line = { text: string; key: string; from: URL; to: URL; target: string };

/**
 * The page at the end of a line's chain of redirects. `path` is undefined when the chain ends at an address that is not
 * a page of this site.
 */
type Destination = { path: string | undefined; hash: string };

/**
 * Parses the redirects that editors enter for the addresses of an earlier site. Each line, such as `/old /packages`,
 * has an old and a new address. When the new address is the old address of another line, the redirect leads directly to
 * the other line's page. Each redirect is therefore one hop.
 * @param siteUrl origin of this site. Lines may contain absolute addresses on this origin
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
	const destinations = resolveLines(linesByKey);
	for (const { key, text, from } of linesByKey.values()) {
		const destination = destinations.get(key);
		if (!destination) refuse(text, "is part of a redirect loop");
		else if (!destination.path) refuse(text, "leads to an address that is not a page of this site");
		else redirects.push({ from: from.pathname, to: destination.path + destination.hash });
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
	if (isReserved(key)) return { problem: "names an old address that this site uses itself" };
	return { text, key, from, to, target: keyOf(to) ?? to.pathname };
}

/** Checks whether the site serves a file or a function at a path. Such a path cannot be redirected. */
function isReserved(key: string): boolean {
	const [, folder = ""] = key.split("/");
	const isIcon = /^\/icon-[\w-]+\.png$/.test(key);
	return isIcon || reservedFolders.includes(folder) || reservedPaths.has(key);
}

/**
 * Finds the page to which each line (one redirect) leads, possibly through other lines. Begins with the lines whose new
 * address is a page, or is not the old address of another line. Then repeatedly adds the lines that lead to the old
 * address of an added line. Lines in a loop are never added.
 * @returns the pages, by the `key` of the line
 */
function resolveLines(lines: Map<string, Line>): Map<string, Destination> {
	const isLast = ({ to, target }: Line) => resolveRoute(to.pathname) !== undefined || !lines.has(target);
	const last = [...lines.values()].filter(isLast);
	const others = [...lines.values()].filter((line) => !isLast(line));
	const othersByTarget = Map.groupBy(others, ({ target }) => target);
	const destinations = new Map(last.map((line) => [line.key, resolveLine(line)]));
	// The loop also visits the lines that it adds to the `Map`.
	for (const [key, destination] of destinations) {
		for (const line of othersByTarget.get(key) ?? []) {
			const hash = line.to.hash || destination.hash;
			destinations.set(line.key, { ...destination, hash });
		}
	}
	return destinations;
}

function resolveLine({ to }: Line): Destination {
	const page = resolveRoute(to.pathname);
	const { locale } = splitLocale(toCanonicalPath(to.pathname) ?? to.pathname);
	return { path: page && pathOf(page, locale), hash: to.hash };
}

/**
 * Returns an address's path, decoded, in lower case and without a trailing slash. Returns undefined when the path is
 * malformed.
 */
function keyOf({ pathname }: URL): string | undefined {
	try {
		return toRedirectKey(decodeURIComponent(pathname));
	} catch {
		return undefined;
	}
}
