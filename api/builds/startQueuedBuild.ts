/** Time limit for the response of a background function, in milliseconds. The host responds before the function runs. */
const timeLimitMs = 8_000;

/** Path of the background function in `api/queuedBuild-background.ts`. */
export const queuedBuildPath = "/.netlify/functions/queuedBuild-background";

/**
 * Starts the background function that calls the build hook.
 * @param siteUrl any URL of the site
 * @throws Error unless the host has accepted the invocation
 */
export async function startQueuedBuild(siteUrl: string): Promise<void> {
	const signal = AbortSignal.timeout(timeLimitMs);
	const response = await fetch(new URL(queuedBuildPath, siteUrl), { method: "POST", signal });
	await response.body?.cancel();
	if (response.status !== 202) throw new Error(`The background function answers ${response.status}.`);
}
