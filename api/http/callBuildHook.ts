const timeLimitMs = 8_000;

/**
 * Starts a build on Netlify: https://docs.netlify.com/configure-builds/build-hooks/
 * @param hook secret URL of the build hook
 * @param title title of the build in Netlify's list of deploys
 * @throws Error whose message does not contain the URL of the hook
 */
export async function callBuildHook(hook: string, title: string): Promise<void> {
	const url = new URL(hook);
	url.searchParams.set("trigger_title", title);
	const response = await fetch(url, {
		method: "POST",
		signal: AbortSignal.timeout(timeLimitMs),
	}).catch((error: Error) => {
		throw new Error(`The build hook cannot be reached: ${error.name}`);
	});
	await response.body?.cancel();
	if (!response.ok) throw new Error(`The build hook answers ${response.status}.`);
}
