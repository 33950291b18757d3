// Plain JavaScript, since the host's build loads it on a Node of its own.

/** Milliseconds. */
const timeLimit = 10_000;

/**
 * The pages whose words differ, of two texts of `build-info.json`. None where the first is missing or tells nothing of pages: then it is
 * not known what has changed.
 * @param {string | undefined} before
 * @param {string} after
 * @returns {string[]} paths
 */
export function listChanged(before, after) {
	const known = parsePages(before);
	if (!known) return [];
	return Object.entries(parsePages(after) ?? {}).flatMap(([path, { words }]) =>
		known[path]?.words === words ? [] : path,
	);
}

/**
 * What `build-info.json` knows of each page, by its path; undefined for what is no such text.
 * @param {string | undefined} info
 * @returns {Record<string, { words: string, changed?: string }> | undefined}
 */
export function parsePages(info = "") {
	try {
		return JSON.parse(info).pages;
	} catch {
		return undefined;
	}
}

/**
 * Tells search engines of pages that have changed: https://www.indexnow.org/documentation
 * @param {string[]} paths
 * @param {{ key: string, service: string, site: string }} to `site`: the origin of the pages, where `<key>.txt` lies
 * @param {(line: string) => void} log told how it went; nothing is thrown
 */
export async function tellSearchEngines(paths, { key, service, site }, log) {
	if (paths.length === 0) return;
	const urlList = paths.map((path) => site + path);
	const body = JSON.stringify({ host: new URL(site).host, key, keyLocation: `${site}/${key}.txt`, urlList });
	const headers = { "content-type": "application/json; charset=utf-8" };
	const signal = AbortSignal.timeout(timeLimit);
	try {
		const response = await fetch(service, { method: "POST", headers, body, signal });
		await response.body?.cancel();
		if (!response.ok) throw new Error(`it answers ${response.status}`);
		log(`IndexNow: told of ${paths.join(" ")}`);
	} catch (error) {
		const reason = error instanceof Error ? error.message : error;
		log(`✗ IndexNow: ${service} was not told of ${paths.join(" ")}: ${reason}`);
	}
}
