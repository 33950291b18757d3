// Netlify build plugin: https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fetchBuildInfo, parseBuildInfo } from "../shared/buildInfo.js";
import { listChangedPages, submitToIndexNow } from "../shared/indexNow.js";

/**
 * Netlify's build constants that this plugin reads.
 * @typedef {{ PUBLISH_DIR: string }} Constants
 */

// Cache folders that the plugin restores before each build and saves afterwards, because Netlify builds in an empty
// folder.
const folders = [".cache/originals", ".cache/media"];

/**
 * Text of the live site's `build-info.json` before the build. When undefined, search engines are not notified.
 * @type {string | undefined}
 */
let liveBuildInfo;

const siteAddress = () =>
	(process.env.SITE_URL?.trim() || process.env.URL || "").replace(/\/+$/, "");
const readBuilt = (/** @type {Constants} */ { PUBLISH_DIR }) =>
	readFile(join(PUBLISH_DIR, "build-info.json"), "utf8");

/**
 * Restores the cached folders, and reads `build-info.json` of the live site.
 * @param {{ utils: { cache: { restore(paths: string[]): Promise<boolean> } } }} event
 */
export const onPreBuild = async ({ utils }) => {
	await utils.cache.restore(folders);
	liveBuildInfo = undefined;
	if (process.env.CONTEXT !== "production" || !process.env.INDEXNOW_KEY?.trim()) return;
	const log = (/** @type {string} */ reason) =>
		console.log(`✗ IndexNow: search engines are not notified: ${reason}`);
	liveBuildInfo = await fetchBuildInfo(siteAddress(), log);
};

/**
 * Cancels a build for a webhook or the daily check, if the result equals the live version.
 * @param {{ constants: Constants, utils: { build: { cancelBuild(reason: string): void } } }} event
 */
export const onBuild = async ({ constants, utils }) => {
	const { CONTEXT, URL: site, INCOMING_HOOK_TITLE } = process.env;
	// Only builds that our functions start, with a title, are cancelled. Others can deploy changed environment variables.
	if (CONTEXT !== "production" || !INCOMING_HOOK_TITLE) return;
	const live = await fetchBuildInfo(site ?? "", (reason) =>
		console.log(`${reason}: the build goes on.`),
	);
	const { inputHash: liveHash } = parseBuildInfo(live);
	const { inputHash } = parseBuildInfo(await readBuilt(constants));
	if (liveHash !== undefined && liveHash === inputHash) {
		utils.build.cancelBuild("Content, prices and code are what is live already.");
	}
};

/**
 * Saves the cached folders for the next build.
 * @param {{ utils: { cache: { save(paths: string[]): Promise<boolean> } } }} event
 */
export const onPostBuild = ({ utils }) => utils.cache.save(folders);

/**
 * Notifies search engines of changed pages. Netlify calls this function when the deploy is live.
 * @param {{ constants: Constants }} event
 */
export const onSuccess = async ({ constants }) => {
	if (liveBuildInfo === undefined) return;
	const { INDEXNOW_KEY = "", INDEXNOW_URL } = process.env;
	const service = INDEXNOW_URL?.trim() || "https://api.indexnow.org/indexnow";
	const to = { key: INDEXNOW_KEY.trim(), service, site: siteAddress() };
	await submitToIndexNow(
		listChangedPages(liveBuildInfo, await readBuilt(constants)),
		to,
		console.log,
	);
};
