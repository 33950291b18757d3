import { toRedirectKey } from "../../content/redirects.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { resolveRoute } from "../../content/toCanonicalPath.ts";
import type { Report } from "./report.ts";

/**
 * Reports paths of further pages that have been removed or renamed, and that no redirect has.
 * @param formerPaths paths of pages that are live, and paths that an earlier version has reported
 * @returns the reported paths
 */
export function reportGonePaths(
	snapshots: Snapshots,
	formerPaths: string[],
	report: Report,
): string[] {
	const { id, pages } = snapshots["en-US"].appShell;
	const redirects = Object.values(snapshots).flatMap(({ appShell }) => appShell.redirects ?? []);
	const redirected = redirects.map(({ from }) => toRedirectKey(from));
	const gone = formerPaths.filter(
		(path) => !redirected.includes(path) && !resolveRoute(path, pages),
	);
	for (const path of gone) {
		const problem = `the address "${path}" was live, and is neither a page nor redirected`;
		const instead = "visitors who follow a link to it are told that the page does not exist";
		report.add("warning", { id, field: "redirects" }, problem, instead);
	}
	return gone;
}
