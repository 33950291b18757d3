// Netlify build plugin: https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/
// Plain JavaScript without packages, because Netlify loads it with its own version of Node.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { liveBuildInfoFile, notifySearchEngines, sourceFile } from "../shared/indexNow.js";

/**
 * Netlify's build constants that this plugin reads.
 * @typedef {{ PUBLISH_DIR: string }} Constants
 */

// Caches and the last report, which the plugin restores before each build and saves afterwards, because Netlify builds in an empty
// folder.
const folders = [".cache/originals", ".cache/media", "content/generated/report.json"];

/** Delays before the attempts to read `build-info.json` of the live site, in milliseconds. */
const delaysMs = [0, 500, 2_000];

/**
 * Text of the live site's `build-info.json` before the build. When undefined, the build is not cancelled, and search
 * engines are not notified.
 * @type {string | undefined}
 */
let liveBuildInfo;

const readBuilt = (/** @type {Constants} */ { PUBLISH_DIR }) =>
	readFile(join(PUBLISH_DIR, "build-info.json"), "utf8");

/**
 * Restores the cached folders, and reads `build-info.json` of the live site, also for the build.
 * @param {{ utils: { cache: { restore(paths: string[]): Promise<boolean> } } }} event
 */
export const onPreBuild = async ({ utils }) => {
	await utils.cache.restore(folders);
	const { CONTEXT, URL } = process.env;
	liveBuildInfo =
		CONTEXT === "production" ? await fetchBuildInfo(`${URL}/build-info.json`) : undefined;
	if (liveBuildInfo === undefined) return;
	await mkdir(dirname(liveBuildInfoFile), { recursive: true });
	await writeFile(liveBuildInfoFile, liveBuildInfo);
};

async function fetchBuildInfo(/** @type {string} */ address) {
	let reason;
	for (const delayMs of delaysMs) {
		await wait(delayMs);
		const signal = AbortSignal.timeout(10_000);
		try {
			const response = await fetch(address, { cache: "no-store", signal });
			if (response.ok) return await response.text();
			reason = `answers ${response.status}`;
		} catch (error) {
			reason = `cannot be read (${error})`;
		}
	}
	console.log(`${address} ${reason}: the build goes on, and search engines are not notified.`);
	return undefined;
}

/**
 * Cancels a build for a webhook or the daily check, if the result equals the live version.
 * @param {{ constants: Constants, utils: { build: { cancelBuild(reason: string): void } } }} event
 */
export const onBuild = async ({ constants, utils }) => {
	// Only builds that our functions start, with a title, are cancelled. Others can deploy changed environment variables.
	if (!process.env.INCOMING_HOOK_TITLE) return;
	if ((await readBuilt(constants)) === liveBuildInfo)
		utils.build.cancelBuild("Content, prices and code are what is live already.");
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
	const source = await readFile(join(constants.PUBLISH_DIR, "..", sourceFile), "utf8");
	const after = await readBuilt(constants);
	await notifySearchEngines(liveBuildInfo, after, JSON.parse(source), console.log);
};
