// Plain JavaScript without packages, because a Netlify build plugin loads this file with Netlify's version of Node.

const timeoutMs = 10_000;

/** File in which the build plugin leaves the live site's `build-info.json` for a build on Netlify. */
export const liveBuildInfoFile = ".cache/live-build-info.json";

/** File beside the published folder that records the parts of the build's environment that later decisions need. */
export const sourceFile = "source.json";

/**
 * Notifies search engines of the pages that were changed, added or removed between two versions of `build-info.json`:
 * https://www.indexnow.org/documentation
 * @param {string | undefined} before without it, or when it is malformed, nothing is sent
 * @param {string} after
 * @param {{ site: { url: string, indexNowKey?: string | undefined }, indexNowUrl: string }} environment environment of
 * the build; without the owner's key, nothing is sent
 * @param {(line: string) => void} log
 */
export async function notifySearchEngines(before, after, { site, indexNowUrl }, log) {
	const paths = listChangedPages(before, after);
	const { url, indexNowKey: key } = site;
	if (!key || paths.length === 0) return;
	const body = JSON.stringify({
		host: new URL(url).host,
		key,
		keyLocation: `${url}/${key}.txt`,
		urlList: paths.map((path) => url + path),
	});
	const headers = { "content-type": "application/json; charset=utf-8" };
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const response = await fetch(indexNowUrl, { method: "POST", headers, body, signal });
		await response.body?.cancel();
		if (!response.ok) throw new Error(`it answers ${response.status}`);
		log(`IndexNow: notified of ${paths.join(" ")}`);
	} catch (error) {
		log(`✗ IndexNow: ${indexNowUrl} was not notified of ${paths.join(" ")}: ${error}`);
	}
}

/**
 * Lists the paths of pages that differ between two versions of `build-info.json`.
 * @param {string | undefined} before
 * @param {string} after
 */
export function listChangedPages(before, after) {
	const known = parsePages(before);
	if (!known) return [];
	const pages = parsePages(after) ?? {};
	return Object.keys({ ...known, ...pages }).filter((path) => known[path] !== pages[path]);
}

/**
 * Lists the paths of pages in a `build-info.json`, also of those that are gone.
 * @param {string | undefined} buildInfo
 */
export const listKnownPaths = (buildInfo) => Object.keys(parsePages(buildInfo) ?? {});

/**
 * @param {string | undefined} buildInfo
 * @returns {Record<string, string> | undefined} time of each page's last change, by path
 */
function parsePages(buildInfo = "") {
	try {
		return JSON.parse(buildInfo).pages;
	} catch {
		// A server that does not know the file can answer with a page.
		return undefined;
	}
}
