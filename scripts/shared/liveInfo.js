// Plain JavaScript without packages, since Netlify loads it as a part of the build plugin, on a Node version of its own.
import { setTimeout as wait } from "node:timers/promises";

const timeoutMs = 10_000;

/** Pauses before a second and third attempt, in milliseconds. */
const retryDelaysMs = [500, 2_000];

/**
 * Reads `build-info.json` of a live site. Network errors and statuses of 500 and above are retried.
 * @param {string} site its origin, without a trailing slash
 * @param {(reason: string) => void} log receives the reason when it cannot be read
 * @returns {Promise<string | undefined>} its text, or undefined when it cannot be read
 */
export async function readLiveInfo(site, log) {
	const address = `${site}/build-info.json`;
	let reason = "";
	for (const delayMs of [0, ...retryDelaysMs]) {
		await wait(delayMs);
		try {
			const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(timeoutMs) });
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
