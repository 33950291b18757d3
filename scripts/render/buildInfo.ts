import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { lastChangeIn } from "../../content/changes.ts";
import { entryLists, listItems } from "../../content/entryLists.ts";
import { defaultLocale } from "../../content/locales.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { ReportRow } from "../pull/report.ts";
import type { PageStates } from "./renderDated.ts";

/** Where it lies on the site. */
export const buildInfoFile = "build-info.json";

/**
 * What the site was built of, to see whether it is what it should be. The same content gives the same bytes, unless
 * something has vanished since the last version (`renderDated`).
 */
export function formatBuildInfo(
	snapshots: Snapshots,
	pages: PageStates,
	{ report, content, commit }: { report: ReportRow[]; content: string; commit: string | undefined },
): string {
	const english = snapshots[defaultLocale];
	const counts = entryLists.map((list) => [`${list.page}.${list.field}`, listItems(english, list).length]);
	const count = (severity: ReportRow["severity"]) => report.filter((row) => row.severity === severity).length;
	const info = {
		content,
		commit,
		changed: lastChangeIn(snapshots),
		counts: Object.fromEntries(counts),
		pages,
		report: { severe: count("severe"), warning: count("warning"), info: count("info") },
	};
	return `${JSON.stringify(info, undefined, "\t")}\n`;
}

let asked: Promise<string | undefined> | undefined;

/** The commit that was checked out when it was asked for first; undefined where the project came without its history. */
export function findCommit(): Promise<string | undefined> {
	const project = fileURLToPath(new URL("../..", import.meta.url));
	// Told the folder, git does not find the history of something that the project lies in.
	asked ??= promisify(execFile)("git", [`--git-dir=${project}.git`, "rev-parse", "HEAD"]).then(
		({ stdout }) => stdout.trim(),
		() => undefined,
	);
	return asked;
}
