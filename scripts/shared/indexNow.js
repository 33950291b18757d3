// Plain JavaScript without packages, because a Netlify build plugin loads this file with Netlify's version of Node.
import { parseBuildInfo } from "./buildInfo.js";

const timeoutMs = 10_000;

/**
 * Lists the paths of pages that were changed, added or removed between two versions of `build-info.json`.
 * @param {string | undefined} before
 * @param {string} after
 */
export function listChangedPages(before, after) {
	const { pages: known } = parseBuildInfo(before);
	if (!known) return [];
	const { pages = {} } = parseBuildInfo(after);
	return Object.keys({ ...known, ...pages }).filter((path) => known[path] !== pages[path]);
}

/**
 * Notifies search engines of changed pages: https://www.indexnow.org/documentation
 * @param {string[]} paths
 * @param {{ key: string, service: string, site: string }} to URL of the IndexNow service, and origin of the pages
 * @param {(line: string) => void} log
 */
export async function submitToIndexNow(paths, { key, service, site }, log) {
	if (paths.length === 0) return;
	const urlList = paths.map((path) => site + path);
	const body = JSON.stringify({
		host: new URL(site).host,
		key,
		keyLocation: `${site}/${key}.txt`,
		urlList,
	});
	const headers = { "content-type": "application/json; charset=utf-8" };
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const response = await fetch(service, { method: "POST", headers, body, signal });
		await response.body?.cancel();
		if (!response.ok) throw new Error(`it answers ${response.status}`);
		log(`IndexNow: notified of ${paths.join(" ")}`);
	} catch (error) {
		const reason = error instanceof Error ? error.message : error;
		log(`✗ IndexNow: ${service} was not notified of ${paths.join(" ")}: ${reason}`);
	}
}
