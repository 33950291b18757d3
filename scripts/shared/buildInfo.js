// Plain JavaScript without packages, because a Netlify build plugin loads this file with Netlify's version of Node.
import { setTimeout as wait } from "node:timers/promises";

const timeoutMs = 10_000;

/** Delays before the attempts, in milliseconds. */
const delaysMs = [0, 500, 2_000];

/**
 * Fetches `build-info.json` of a live site, with retries.
 * @param {string} site origin without a trailing slash
 * @param {(reason: string) => void} log
 * @returns {Promise<string | undefined>} undefined when the file cannot be read
 */
export async function fetchBuildInfo(site, log) {
	const address = `${site}/build-info.json`;
	let reason = "";
	for (const delayMs of delaysMs) {
		await wait(delayMs);
		const signal = AbortSignal.timeout(timeoutMs);
		try {
			const response = await fetch(address, { cache: "no-store", signal });
			if (response.ok) return await response.text();
			reason = `${address} answers ${response.status}`;
		} catch (error) {
			reason = `${address} cannot be read (${error})`;
		}
	}
	log(reason);
	return undefined;
}

/**
 * Parses the text of a `build-info.json`, with the time of each page's last change, by path. Returns an empty object when
 * the text is malformed.
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
