// Plain JavaScript without packages, because a Netlify build plugin loads this file with Netlify's version of Node.
import { setTimeout as wait } from "node:timers/promises";

const timeoutMs = 10_000;

/** Delays before the second and the third attempt, in milliseconds. */
const retryDelaysMs = [500, 2_000];

/**
 * Fetches `build-info.json` of a live site, with retries.
 * @param {string} site origin without a trailing slash
 * @param {(reason: string) => void} log
 * @returns {Promise<string | undefined>} undefined when the file cannot be read
 */
export async function fetchBuildInfo(site, log) {
	const address = `${site}/build-info.json`;
	let reason = "";
	for (const delayMs of [0, ...retryDelaysMs]) {
		await wait(delayMs);
		try {
			const response = await fetch(address, {
				cache: "no-store",
				signal: AbortSignal.timeout(timeoutMs),
			});
			if (response.ok) return await response.text();
			await response.body?.cancel();
			reason = `${address} answers ${response.status}`;
			if (response.status < 500) break;
		} catch (error) {
			reason = `${address} cannot be read (${error})`;
		}
	}
	log(reason);
	return undefined;
}
