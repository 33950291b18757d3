import { parseWebhookSettings } from "../site/environment.server.ts";
import { callBuildHook } from "./http/callBuildHook.ts";
import { pruneBlobThrottle } from "./subscription/blobThrottle.ts";

/**
 * Schedule of this function on Netlify: https://docs.netlify.com/build/functions/scheduled-functions/
 * Our own server does not run this function, but has a timer in scripts/server/serveSite.ts.
 */
export const config = {
	schedule: "@daily",
};

/** Deletes expired records of confirmation mails, and starts a build in case a webhook was lost. */
export default async function checkDaily(): Promise<Response> {
	try {
		await pruneBlobThrottle();
	} catch (error) {
		console.error(`Daily check: old entries of the mail throttle cannot be deleted: ${(error as Error).name}`);
	}
	try {
		const { buildHook } = parseWebhookSettings();
		if (!buildHook) throw new Error("NETLIFY_BUILD_HOOK_URL is missing or malformed.");
		await callBuildHook(buildHook, "Daily check");
		return new Response(null, { status: 204 });
	} catch (error) {
		console.error(`Daily check: ${(error as Error).message}`);
		return new Response(null, { status: 503 });
	}
}
