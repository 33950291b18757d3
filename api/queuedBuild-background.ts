import { parseWebhookSettings } from "../site/environment.server.ts";
import { openBuildQueue, type QueueLimits } from "./builds/buildQueue.ts";
import { startQueuedBuild } from "./builds/startQueuedBuild.ts";
import { callBuildHook } from "./http/callBuildHook.ts";

/**
 * Calls the build hook for recorded changes. The ending `-background` of the file name makes this a background
 * function: https://docs.netlify.com/build/functions/background-functions/
 * @throws Error when the build hook fails, so that Netlify repeats the invocation
 */
export default async function callQueuedBuild(
	request: Request,
	{ queueLimits }: { queueLimits?: QueueLimits } = {},
): Promise<Response> {
	const { buildHook } = parseWebhookSettings();
	if (!buildHook) throw new Error("NETLIFY_BUILD_HOOK_URL is missing or malformed.");
	// This function needs no authentication, because a request has no effect unless a change is pending.
	const queue = await openBuildQueue(queueLimits);
	await queue.callWhenDue((title) => callBuildHook(buildHook, title));
	const needsAnother = (await queue.hasPendingChange()) && !(await queue.hasOwner());
	// Leaves a newer change to a new invocation, because this invocation may be near its time limit.
	if (needsAnother) await startQueuedBuild(request.url);
	return new Response(null, { status: 204 });
}
