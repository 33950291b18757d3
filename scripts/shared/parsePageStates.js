// Plain JavaScript without packages, because a Netlify build plugin loads this file with Netlify's version of Node.

/**
 * Returns the state of each page in `build-info.json` by path, or undefined when the text is malformed.
 * @param {string | undefined} buildInfo
 * @returns {Record<string, { textHash: string, changed: string | undefined }> | undefined}
 */
export function parsePageStates(buildInfo = "") {
	try {
		/** @type {[string, { words: string, changed?: string }][]} */
		const pages = Object.entries(JSON.parse(buildInfo).pages);
		return Object.fromEntries(pages.map(([path, { words, changed }]) => [path, { textHash: words, changed }]));
	} catch {
		return undefined;
	}
}
