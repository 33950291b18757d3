// https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listChanged, tellSearchEngines } from "../shared/indexNow.js";
import { readLiveInfo } from "../shared/liveInfo.js";

/** @typedef {{ PUBLISH_DIR: string }} Constants */

// Netlify empties the folder of a build. What lies in these is brought from one build to the next.
const folders = [".cache/originals", ".cache/media"];

/**
 * What was live before this build, where search engines are to be told what it changes.
 * @type {string | undefined}
 */
let before;

const siteAddress = () => (process.env.SITE_URL?.trim() || process.env.URL || "").replace(/\/+$/, "");
const readBuilt = (/** @type {Constants} */ { PUBLISH_DIR }) => readFile(join(PUBLISH_DIR, "build-info.json"), "utf8");

/** @param {{ utils: { cache: { restore(paths: string[]): Promise<boolean> } } }} event */
export const onPreBuild = async ({ utils }) => {
	await utils.cache.restore(folders);
	before = undefined;
	if (process.env.CONTEXT !== "production" || !process.env.INDEXNOW_KEY?.trim()) return;
	const log = (/** @type {string} */ reason) => console.log(`✗ IndexNow: nobody is told of a change: ${reason}`);
	before = await readLiveInfo(siteAddress(), log);
};

/**
 * Cancels a build that a build hook asked for, by a webhook or the daily check, when it made what is live already. Who
 * starts a build by hand or sends new code means it: variables that functions read may have changed.
 * @param {{ constants: Constants, utils: { build: { cancelBuild(reason: string): void } } }} event
 */
export const onBuild = async ({ constants, utils }) => {
	const { CONTEXT, URL: site, INCOMING_HOOK_URL, INCOMING_HOOK_TITLE, INCOMING_HOOK_BODY } = process.env;
	const isAskedForByHook = [INCOMING_HOOK_URL, INCOMING_HOOK_TITLE, INCOMING_HOOK_BODY].some((value) => value);
	if (CONTEXT !== "production" || !isAskedForByHook) return;
	const live = await readLiveInfo(site ?? "", (reason) => console.log(`${reason}: the build goes on.`));
	if (live === (await readBuilt(constants))) {
		utils.build.cancelBuild("Content, prices and code are what is live already.");
	}
};

/** @param {{ utils: { cache: { save(paths: string[]): Promise<boolean> } } }} event */
export const onPostBuild = ({ utils }) => utils.cache.save(folders);

/**
 * Runs when the deploy is live: tells search engines of the pages that have changed.
 * @param {{ constants: Constants }} event
 */
export const onSuccess = async ({ constants }) => {
	// Undefined, too, where there is no key.
	if (before === undefined) return;
	const { INDEXNOW_KEY = "", INDEXNOW_URL } = process.env;
	const service = INDEXNOW_URL?.trim() || "https://api.indexnow.org/indexnow";
	const to = { key: INDEXNOW_KEY.trim(), service, site: siteAddress() };
	await tellSearchEngines(listChanged(before, await readBuilt(constants)), to, console.log);
};
