import { localeCodes } from "../../../content/locales.ts";
import { earlierWorkers, type Redirect, toRedirectKey } from "../../../content/redirects.ts";
import { localisePath, pathOf, splitLocale } from "../../../content/routes.ts";
import { resolveRoute, toCanonicalPath } from "../../../content/toCanonicalPath.ts";
import { parseOwnAddress, quoteAddress } from "./parseLink.ts";

const reservedFolders = ["api", "assets", "media", "preview", ".netlify"];

/**
 * Paths of files and server endpoints. Editors cannot redirect these paths. tests/site/files.test.ts checks that the
 * list is complete.
 */
const reservedPaths = new Set([
	...localeCodes.flatMap((code) => ["/404", "/404.html"].map((path) => localisePath(path, code))),
	...earlierWorkers,
	...[
		"/status",
		"/robots.txt",
		"/sitemap.xml",
		"/build-info.json",
		"/favicon.ico",
		"/apple-touch-icon.png",
	],
]);

type Line = { key: string; redirect: Redirect };

/**
 * Parses redirects such as `/old /packages`.
 * @returns the valid redirects, and a sentence about each invalid line
 */
export function parseRedirects(
	lines: string[],
	siteUrl: string,
): { redirects: Redirect[]; problems: string[] } {
	const redirects = new Map<string, Redirect>();
	const problems: string[] = [];
	for (const text of lines.map((line) => line.trim()).filter(Boolean)) {
		const line = parseLine(text, siteUrl);
		if ("problem" in line) {
			problems.push(`${quoteAddress(text)} ${line.problem}`);
			continue;
		}
		const earlier = redirects.get(line.key);
		if (!earlier) redirects.set(line.key, line.redirect);
		else if (earlier.to !== line.redirect.to) {
			problems.push(
				`${quoteAddress(text)} repeats the old address of an earlier line, which is used`,
			);
		}
	}
	return { redirects: [...redirects.values()], problems };
}

function parseLine(text: string, siteUrl: string): Line | { problem: string } {
	const [first = "", second, ...others] = text.split(/\s+/);
	if (!second || others.length > 0)
		return { problem: "is not an old and a new address separated by a space" };
	const from = parseOwnAddress(first, siteUrl);
	const to = parseOwnAddress(second, siteUrl);
	if (!from || !to) return { problem: "names an address that is not on this site" };
	const key = keyOf(from);
	if (key === undefined) return { problem: "names an old address that is malformed" };
	if (from.search || from.hash)
		return { problem: "names an old address with ? or #, which redirects ignore" };
	if (/\*|\/:/.test(key))
		return { problem: "names an old address with * or :, which hosts read as placeholders" };
	if (resolveRoute(from.pathname))
		return { problem: "names an old address that is a page of this site" };
	if (isReserved(key.toLowerCase()))
		return { problem: "names an old address that this site uses itself" };
	const page = resolveRoute(to.pathname);
	if (!page) return { problem: "leads to an address that is not a page of this site" };
	const { locale } = splitLocale(toCanonicalPath(to.pathname) ?? to.pathname);
	return { key, redirect: { from: from.pathname, to: pathOf(page, locale) + to.hash } };
}

/** Checks whether the site serves a file or a function at a lower-case path. Such a path cannot be redirected. */
function isReserved(path: string): boolean {
	const [, folder = ""] = path.split("/");
	return reservedFolders.includes(folder) || reservedPaths.has(path);
}

/** Returns the path, decoded and without a trailing slash, or undefined when it is malformed. */
function keyOf({ pathname }: URL): string | undefined {
	try {
		return toRedirectKey(decodeURIComponent(pathname));
	} catch {
		return undefined;
	}
}
