import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { entryLists, listItems } from "../../content/entryLists.ts";
import { defaultLocale } from "../../content/locales.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { ReportRow } from "../../environment/site.ts";
import type { PageStates } from "./datePages.ts";

/** Path of the build information on the site. */
export const buildInfoFile = "build-info.json";

export function formatBuildInfo(
	snapshots: Snapshots,
	pages: PageStates,
	{ report, contentHash, commit }: { report: ReportRow[]; contentHash: string; commit: string | undefined },
): string {
	const english = snapshots[defaultLocale];
	const counts = entryLists.map((list) => [`${list.page}.${list.field}`, listItems(english, list).length]);
	const count = (severity: ReportRow["severity"]) => report.filter((row) => row.severity === severity).length;
	// Named `words` as in earlier releases, because the hashes are compared with those of the live site.
	const storedPages = Object.entries(pages).map(([path, { textHash, changed }]) => [
		path,
		{ words: textHash, changed },
	]);
	const info = {
		content: contentHash,
		commit,
		changed: findLatestDate(pages),
		counts: Object.fromEntries(counts),
		pages: Object.fromEntries(storedPages),
		report: { severe: count("severe"), warning: count("warning"), info: count("info") },
	};
	return `${JSON.stringify(info, undefined, "\t")}\n`;
}

function findLatestDate(pages: PageStates): string | undefined {
	const dates = Object.values(pages).flatMap(({ changed }) => changed ?? []);
	return dates.sort().at(-1);
}

let cachedCommit: Promise<string | undefined> | undefined;

/** Returns the commit that is checked out, or undefined when the project is not a Git repository. */
export function findCommit(): Promise<string | undefined> {
	const project = fileURLToPath(new URL("../..", import.meta.url));
	// Without `--git-dir`, Git would search the parent folders for a repository, and return the commit of another
	// project.
	cachedCommit ??= runGit([`--git-dir=${project}.git`, "rev-parse", "HEAD"]);
	return cachedCommit;
}

/** Returns the output of Git, or undefined when Git fails or is not installed. */
async function runGit(parameters: string[]): Promise<string | undefined> {
	try {
		const { stdout } = await promisify(execFile)("git", parameters);
		return stdout.trim();
	} catch {
		return undefined;
	}
}
