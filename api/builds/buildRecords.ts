import { randomUUID } from "node:crypto";
import type { DeployUsage } from "./deployBudget.ts";

/**
 * Change of the content or the prices. Only the newest change is stored, because one build includes all earlier
 * changes.
 */
type RecordedChange = { id: string; title: string; recordedAt: number };

export type BuildState = {
	/** Last successful call of the build hook. `changeId` identifies the newest change, if the build includes it. */
	lastCall?: { changeId?: string | undefined; calledAt: number };
	/** Time of the first known change that no call includes, in milliseconds since 1970. */
	waitingSince?: number;
	/** Deploys of the current month. */
	usage?: DeployUsage;
};

/**
 * Opens the records of builds in Netlify Blobs. The store is the same for all deploys of the site:
 * https://docs.netlify.com/build/data-and-storage/netlify-blobs/
 *
 * Webhooks write only the change, and callers of the build hook only the state. So no write can hide a change: a change
 * waits until a successful call has stored its id.
 */
export async function openBuildRecords() {
	// Imported on demand, because only deployments on Netlify use this package.
	const { getStore } = await import("@netlify/blobs");
	const blobs = getStore({ name: "builds", consistency: "strong" });
	const changeKey = "production/change";
	const stateKey = "production/state";

	return {
		async writeChange(title: string): Promise<void> {
			const change: RecordedChange = { id: randomUUID(), title, recordedAt: Date.now() };
			await blobs.setJSON(changeKey, change);
		},

		/** Reads the state, and the newest change unless a call includes it. */
		async read(): Promise<{ change: RecordedChange | undefined; state: BuildState }> {
			const [change, storedState] = await Promise.all([
				blobs.get(changeKey, { type: "json" }) as Promise<RecordedChange | null>,
				blobs.get(stateKey, { type: "json" }) as Promise<BuildState | null>,
			]);
			const state = storedState ?? {};
			const isIncluded = change === null || change.id === state.lastCall?.changeId;
			return { change: isIncluded ? undefined : change, state };
		},

		async writeState(state: BuildState): Promise<void> {
			await blobs.setJSON(stateKey, state);
		},
	};
}
