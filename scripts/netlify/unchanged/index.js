// https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Cancels a build that a build hook asked for, by a webhook or the daily check, when it made what is live already. Who
 * starts a build by hand or sends new code means it: variables that functions read may have changed.
 * @param {{ constants: { PUBLISH_DIR: string }, utils: { build: { cancelBuild(reason: string): void } } }} event
 */
export const onBuild = async ({ constants, utils }) => {
	const { CONTEXT, URL: site, INCOMING_HOOK_URL, INCOMING_HOOK_TITLE, INCOMING_HOOK_BODY } = process.env;
	const isAskedForByHook = [INCOMING_HOOK_URL, INCOMING_HOOK_TITLE, INCOMING_HOOK_BODY].some((value) => value);
	if (CONTEXT !== "production" || !isAskedForByHook) return;
	const built = await readFile(join(constants.PUBLISH_DIR, "build-info.json"), "utf8");
	if (built === (await readLive(`${site}/build-info.json`))) {
		utils.build.cancelBuild("Content, prices and code are what is live already.");
	}
};

/**
 * What is live now; undefined when that cannot be told.
 * @param {string} address
 */
async function readLive(address) {
	try {
		const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(10_000) });
		if (response.ok) return await response.text();
		console.log(`${address} answers ${response.status}: the build goes on.`);
	} catch (error) {
		console.log(`${address} cannot be read (${error}): the build goes on.`);
	}
	return undefined;
}
