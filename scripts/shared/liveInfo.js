// Plain JavaScript, since the host's build loads it on a Node of its own.

/** Milliseconds. */
const timeLimit = 10_000;

/**
 * What a site that is live says of itself in `build-info.json`; undefined when that cannot be told.
 * @param {string} site its address, without a slash at its end
 * @param {(reason: string) => void} log told why it cannot
 */
export async function readLiveInfo(site, log) {
	const address = `${site}/build-info.json`;
	try {
		const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(timeLimit) });
		if (response.ok) return await response.text();
		log(`${address} answers ${response.status}`);
	} catch (error) {
		log(`${address} cannot be read (${error})`);
	}
	return undefined;
}
