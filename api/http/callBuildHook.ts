/** Milliseconds. */
const timeLimit = 8_000;

/**
 * Asks the host for a build: https://docs.netlify.com/configure-builds/build-hooks/
 * @param hook its address, which is a secret
 * @param title what the host's list of deploys says about the build
 * @throws Error that names no part of the address
 */
export async function callBuildHook(hook: string, title: string): Promise<void> {
	const url = new URL(hook);
	url.searchParams.set("trigger_title", title);
	const response = await fetch(url, { method: "POST", signal: AbortSignal.timeout(timeLimit) }).catch(
		(error: Error) => {
			throw new Error(`The build hook cannot be reached: ${error.name}`);
		},
	);
	await response.body?.cancel();
	if (!response.ok) throw new Error(`The build hook answers ${response.status}.`);
}
