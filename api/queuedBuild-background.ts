import { parseWebhookEnvironment } from "../site/environment.server.ts";
import { openBuildQueue, type QueueLimits } from "./builds/buildQueue.ts";
import { startQueuedBuild } from "./builds/startQueuedBuild.ts";
import { callBuildHook } from "./http/callBuildHook.ts";

/**
 * Calls the build hook for the changes that webhooks have recorded. The suffix of the file's name makes it a background
 * function, which may wait for up to 15 minutes: https://docs.netlify.com/build/functions/background-functions/
 * Anybody may call it, since it does nothing unless a change is pending.
 * @throws Error when the hook fails, so that Netlify repeats the invocation after one minute, and after two more
 */
export default async function callQueuedBuild(
	request: Request,
	{ queueLimits }: { queueLimits?: QueueLimits } = {},
): Promise<Response> {
	const { buildHook } = parseWebhookEnvironment();
	if (!buildHook) throw new Error("NETLIFY_BUILD_HOOK_URL is missing or malformed.");
	const queue = await openBuildQueue(queueLimits);
	await queue.callWhenDue((title) => callBuildHook(buildHook, title));
	// A change during the call gets an invocation, and with it a time limit, of its own.
	const needsAnother = (await queue.hasPendingChange()) && !(await queue.hasOwner());
	if (needsAnother) await startQueuedBuild(request.url);
	return new Response(null, { status: 204 });
}
