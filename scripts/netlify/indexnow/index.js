// https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listChanged, tellSearchEngines } from "../../shared/indexNow.js";
import { readLiveInfo } from "../../shared/liveInfo.js";

/** @typedef {{ constants: { PUBLISH_DIR: string } }} Event */

/**
 * What was live before this build.
 * @type {string | undefined}
 */
let before;

const siteAddress = () => (process.env.SITE_URL?.trim() || process.env.URL || "").replace(/\/+$/, "");

export const onPreBuild = async () => {
	before = undefined;
	if (process.env.CONTEXT !== "production" || !process.env.INDEXNOW_KEY?.trim()) return;
	const log = (/** @type {string} */ reason) => console.log(`✗ IndexNow: nobody is told of a change: ${reason}`);
	before = await readLiveInfo(siteAddress(), log);
};

/**
 * Runs when the deploy is live: tells search engines of the pages that have changed.
 * @param {Event} event
 */
export const onSuccess = async ({ constants }) => {
	// Undefined, too, where there is no key.
	if (before === undefined) return;
	const after = await readFile(join(constants.PUBLISH_DIR, "build-info.json"), "utf8");
	const { INDEXNOW_KEY = "", INDEXNOW_URL } = process.env;
	const service = INDEXNOW_URL?.trim() || "https://api.indexnow.org/indexnow";
	await tellSearchEngines(
		listChanged(before, after),
		{ key: INDEXNOW_KEY.trim(), service, site: siteAddress() },
		console.log,
	);
};
