import { canonicalPath, routeMeant } from "../../../content/canonicalPath.ts";
import { type Redirect, redirectKey } from "../../../content/redirects.ts";
import { pathOf, splitLocale } from "../../../content/routes.ts";
import { parseOwnAddress, quote } from "./parseLink.ts";

/** What the site itself answers and is no page; a test holds it against what a build writes. */
const reserved =
	/^\/((api|assets|media|\.netlify)(\/|$)|(ru\/)?404(\.html)?$|(status|preview-changes|(ru\/)?preview-report)$|(robots\.txt|sitemap\.xml|build-info\.json|site\.webmanifest|favicon\.ico|apple-touch-icon\.png|icon-[\w-]+\.png)$)/;

type Line = { line: string; from: URL; to: URL };

/**
 * Reads the addresses of an earlier site, `/old-page /packages` a line. What leads on to another old address is led to the end
 * at once, so that each is one hop to a page of this site, and never off it.
 * @param siteUrl the origin of this site: whole addresses on it are good, too
 * @returns what can be used, and a sentence for each line that cannot
 */
export function parseRedirects(lines: string[], siteUrl: string): { redirects: Redirect[]; problems: string[] } {
	const problems: string[] = [];
	const refuse = (line: string, why: string) => void problems.push(`${quote(line)} ${why}`);
	const known = new Map<string, Line>();
	for (const line of lines.map((text) => text.trim()).filter(Boolean)) {
		const [first = "", second, ...others] = line.split(/\s+/);
		if (!second || others.length > 0) refuse(line, "is not an old and a new address separated by a space");
		else {
			const [from, to] = [first, second].map((address) => parseOwnAddress(address, siteUrl));
			const key = from && keyOf(from);
			if (!from || !to) refuse(line, "names an address that is not on this site");
			else if (key === undefined) refuse(line, "names an old address that is malformed");
			else if (from.search || from.hash) refuse(line, "names an old address with ? or #, which redirects ignore");
			else if (/\*|\/:/.test(key)) refuse(line, "names an old address with * or :, which hosts read as placeholders");
			else if (routeMeant(from.pathname)) refuse(line, "names an old address that is a page of this site");
			else if (reserved.test(key)) refuse(line, "names an old address that this site uses itself");
			else if (!known.has(key)) known.set(key, { line, from, to });
			else if (known.get(key)?.to.href !== to.href)
				refuse(line, "repeats the old address of an earlier line, which is used");
		}
	}
	const redirects = [...known].flatMap(([key, { line, from, to }]) => {
		const seen = new Set([key]);
		let target: URL | undefined = to;
		let { hash } = to;
		while (target && !routeMeant(target.pathname)) {
			const next: string | undefined = keyOf(target);
			if (next !== undefined && seen.has(next)) {
				refuse(line, "is part of a redirect loop");
				return [];
			}
			seen.add(next ?? "");
			target = known.get(next ?? "")?.to;
			hash ||= target?.hash ?? "";
		}
		const page = target && routeMeant(target.pathname);
		if (!target || !page) {
			refuse(line, "leads to an address that is not a page of this site");
			return [];
		}
		const { locale } = splitLocale(canonicalPath(target.pathname) ?? target.pathname);
		return { from: from.pathname, to: pathOf(page, locale) + hash };
	});
	return { redirects, problems };
}

/** Undefined for a path that is malformed. */
function keyOf({ pathname }: URL): string | undefined {
	try {
		return redirectKey(decodeURIComponent(pathname));
	} catch {
		return undefined;
	}
}
