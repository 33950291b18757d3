/**
 * Time limit for starting the background function, in milliseconds. It can be short, because Netlify responds before
 * the function runs.
 */
const timeLimitMs = 8_000;

/** Path of the background function `api/queuedBuild-background.ts`. */
export const queuedBuildPath = "/.netlify/functions/queuedBuild-background";

/**
 * Starts the background function that calls the build hook.
 * @param siteUrl any URL of the site
 * @throws Error when Netlify does not accept the request
 */
export async function startQueuedBuild(siteUrl: string): Promise<void> {
	const signal = AbortSignal.timeout(timeLimitMs);
	const response = await fetch(new URL(queuedBuildPath, siteUrl), { method: "POST", signal });
	await response.body?.cancel();
	if (response.status !== 202) throw new Error(`The background function answers ${response.status}.`);
}
