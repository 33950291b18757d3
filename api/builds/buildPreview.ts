import { callBuildHook } from "../http/callBuildHook.ts";
import { openBuildRecords } from "./buildRecords.ts";

/** Branch whose deploys show drafts: see `context.preview` in netlify.toml. */
export const previewBranch = "preview";

/**
 * Minimum time between two calls of the build hook, in milliseconds. Contentful sends a webhook every five seconds
 * while an editor types.
 */
const intervalMs = 60_000;

/**
 * Calls the build hook of the preview when a change is recorded and the last call is a minute ago. A change that comes
 * sooner waits for the next webhook or for the scheduled function.
 * @throws Error when the build hook or Blobs fails; the change then stays recorded
 */
export async function buildPreview(hook: string): Promise<void> {
	const records = await openBuildRecords("preview");
	const { change, state } = await records.read();
	if (!change) return;
	const now = Date.now();
	if (now - (state.lastCall?.calledAt ?? 0) < intervalMs) return;
	await callBuildHook(hook, change.title, previewBranch);
	await records.writeState({ lastCall: { changeId: change.id, calledAt: now } });
}
