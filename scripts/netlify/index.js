// https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listChanged, submitToIndexNow } from "../shared/indexNow.js";
import { readLiveInfo } from "../shared/liveInfo.js";

/** @typedef {{ PUBLISH_DIR: string }} Constants */

// Netlify starts each build with an empty folder. These folders are cached between builds.
const folders = [".cache/originals", ".cache/media"];

/**
 * `build-info.json` of the live deploy; undefined when search engines are not notified.
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
	const log = (/** @type {string} */ reason) => console.log(`✗ IndexNow: search engines are not notified: ${reason}`);
	before = await readLiveInfo(siteAddress(), log);
};

/**
 * Cancels a build that was started by a build hook (a webhook or the daily check) and made what is live already. A build that
 * was started by hand or by new code is never cancelled, because variables of the functions may have changed.
 * @param {{ constants: Constants, utils: { build: { cancelBuild(reason: string): void } } }} event
 */
export const onBuild = async ({ constants, utils }) => {
	const { CONTEXT, URL: site, INCOMING_HOOK_URL, INCOMING_HOOK_TITLE, INCOMING_HOOK_BODY } = process.env;
	const isHookBuild = [INCOMING_HOOK_URL, INCOMING_HOOK_TITLE, INCOMING_HOOK_BODY].some((value) => value);
	if (CONTEXT !== "production" || !isHookBuild) return;
	const live = await readLiveInfo(site ?? "", (reason) => console.log(`${reason}: the build goes on.`));
	if (live === (await readBuilt(constants))) {
		utils.build.cancelBuild("Content, prices and code are what is live already.");
	}
};

/** @param {{ utils: { cache: { save(paths: string[]): Promise<boolean> } } }} event */
export const onPostBuild = ({ utils }) => utils.cache.save(folders);

/**
 * Notifies search engines of changed pages. Runs when the deploy is live.
 * @param {{ constants: Constants }} event
 */
export const onSuccess = async ({ constants }) => {
	// Also undefined without a key.
	if (before === undefined) return;
	const { INDEXNOW_KEY = "", INDEXNOW_URL } = process.env;
	const service = INDEXNOW_URL?.trim() || "https://api.indexnow.org/indexnow";
	const to = { key: INDEXNOW_KEY.trim(), service, site: siteAddress() };
	await submitToIndexNow(listChanged(before, await readBuilt(constants)), to, console.log);
};
