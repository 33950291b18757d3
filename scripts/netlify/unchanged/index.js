// https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readLiveInfo } from "../../shared/liveInfo.js";

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
	const live = await readLiveInfo(site ?? "", (reason) => console.log(`${reason}: the build goes on.`));
	if (built === live) {
		utils.build.cancelBuild("Content, prices and code are what is live already.");
	}
};
