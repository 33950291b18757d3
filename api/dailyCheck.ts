import { parseBuildSettings } from "../environment/environment.server.ts";
import { openBuildRecords } from "./builds/buildRecords.ts";
import { isCallAllowed, updateUsage } from "./builds/deployBudget.ts";
import { callBuildHook } from "./http/callBuildHook.ts";
import { pruneBlobThrottle } from "./subscription/blobThrottle.ts";

/**
 * Schedule of this function on Netlify: https://docs.netlify.com/build/functions/scheduled-functions/
 * Our own server does not run this function, but has a timer in scripts/server/serveLiveSite.ts.
 */
export const config = {
	schedule: "@daily",
};

/** Deletes expired records of confirmation mails, and starts a build in case a webhook was lost. */
export default async function checkDaily(): Promise<Response> {
	try {
		await pruneBlobThrottle();
	} catch (error) {
		console.error(
			`Daily check: old entries of the mail throttle cannot be deleted: ${(error as Error).name}`,
		);
	}
	try {
		const { hook, deploysPerMonth } = parseBuildSettings();
		if (!hook) throw new Error("NETLIFY_BUILD_HOOK_URL is missing or malformed.");
		if (await isAllowed(deploysPerMonth)) await callBuildHook(hook, "Daily check");
		return new Response(null, { status: 204 });
	} catch (error) {
		console.error(`Daily check: ${(error as Error).message}`);
		return new Response(null, { status: 503 });
	}
}

/**
 * Checks whether the month's budget allows a build. The call itself is not counted: the build is cancelled when nothing
 * has changed (scripts/netlify), and the scheduled function sees a deploy.
 */
async function isAllowed(deploysPerMonth: number): Promise<boolean> {
	try {
		const records = await openBuildRecords();
		const { state } = await records.read();
		const now = Date.now();
		const usage = updateUsage(state.usage, undefined, now);
		return isCallAllowed({ ...state, usage }, deploysPerMonth, now);
	} catch (error) {
		console.error(`Daily check: the budget of deploys cannot be read: ${(error as Error).message}`);
		return true;
	}
}
