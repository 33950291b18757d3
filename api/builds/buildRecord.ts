import { openBlobs, updateBlob } from "../http/blobs.ts";

/** Record of changes and builds on Netlify, which webhooks and the scheduled function `buildWhenDue.ts` update. */
export type BuildRecord = {
	/** Changes that no build includes. Only the newest title is stored, because one build includes them all. */
	waiting?: { title: string; firstAt: number; lastAt: number } | undefined;
	/** Time of the last build for a change. All times are milliseconds since 1970. */
	builtAt: number;
	/** Day (UTC) of the last run of the scheduled function, such as `2026-11-22`. The counts are those of its month. */
	day: string;
	/** Builds for changes. Some are cancelled, because nothing has changed. */
	builds: number;
	/** Production deploys that the scheduled function has seen live, whoever started them. */
	deploys: number;
	/** Id of the live deploy. */
	deployId?: string | undefined;
	/** Whether this month's mail about the budget has been sent. */
	isMailSent: boolean;
};

const emptyRecord: BuildRecord = { builtAt: 0, day: "", builds: 0, deploys: 0, isMailSent: false };
const openStore = () => openBlobs("builds");
const key = "record";

export async function readBuildRecord(): Promise<BuildRecord> {
	const blobs = await openStore();
	return (await blobs.get(key, { type: "json" })) ?? emptyRecord;
}

export async function updateBuildRecord(
	change: (record: BuildRecord) => BuildRecord | undefined,
): Promise<void> {
	await updateBlob<BuildRecord>(await openStore(), key, (record = emptyRecord) => change(record));
}

/** Records a change, for which the scheduled function starts a build. */
export async function recordChange(title: string): Promise<void> {
	const now = Date.now();
	await updateBuildRecord((record) => {
		const { waiting } = record;
		// Editors can publish many entries at once. The first webhook records them all.
		if (waiting && waiting.lastAt > now - 1_000) return undefined;
		return { ...record, waiting: { title, firstAt: waiting?.firstAt ?? now, lastAt: now } };
	});
}
