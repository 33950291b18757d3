// Plain JavaScript without packages, because a Netlify build plugin loads this file with Netlify's version of Node.

/**
 * Parses the text of a `build-info.json`, with the time of each page's last change, by path. Returns an empty object when the text is malformed.
 * @param {string | undefined} buildInfo
 * @returns {{ inputHash?: string, pages?: Record<string, string> }}
 */
export function parseBuildInfo(buildInfo = "") {
	try {
		return JSON.parse(buildInfo) ?? {};
	} catch {
		return {};
	}
}
