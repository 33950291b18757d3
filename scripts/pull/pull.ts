import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chooseOpenGraphPicture } from "../../content/chooseOpenGraphPicture.ts";
import { type Finding, markNew, type Place } from "../../content/formatFinding.ts";
import { listAllRoutes } from "../../content/routes.ts";
import type { Snapshots, UnpricedContent } from "../../content/snapshot.ts";
import type { Environment } from "../../environment/environment.server.ts";
import { writeSnapshots } from "../../environment/snapshotFiles.server.ts";
import { FaultsError, settleAll } from "../shared/faults.ts";
import { startStopwatch } from "../shared/startStopwatch.ts";
import { checkBrevo } from "./checkBrevo.ts";
import { describeDelivery } from "./contentful/createDeliveryCheck.ts";
import { fetchContent } from "./contentful/fetchContent.ts";
import { parseContents } from "./contentful/parseContent.ts";
import { joinContent, reportGonePaths } from "./joinContent.ts";
import { type FetchOptions, type PullLimits, pullLimits } from "./limits.ts";
import { fetchFiles, MissingFileError } from "./media/fetchFiles.ts";
import type { AssetFacts } from "./media/fileType.ts";
import { MediaCache } from "./media/MediaCache.ts";
import { prepareMedia } from "./media/prepareMedia.ts";
import { listReferences, type Parsed } from "./references.ts";
import { Report, reportFile } from "./report.ts";
import { fetchSales } from "./stripe/fetchSales.ts";

export type PullOptions = Pick<FetchOptions, "log"> & {
	/** Cache folder, by default `.cache`. Its subfolder `originals` has fetched files, and `media` encoded pictures. */
	cacheFolder?: string;
	limits?: PullLimits | undefined;
	/** Paths of pages that have been live (see `reportGonePaths`). */
	formerPaths?: string[];
	/** Report of the last version. */
	earlierReport?: Finding[] | undefined;
};

/**
 * Fetches and validates content, prices and files, and writes all results into `contentFolder`.
 * @throws FaultsError with all faults of the step that fails; `contentFolder` is then incomplete
 */
export async function pull(environment: Environment, contentFolder: string, options: PullOptions) {
	const { log, cacheFolder = ".cache", limits = pullLimits, formerPaths = [] } = options;
	await mkdir(contentFolder, { recursive: true });
	const signal = AbortSignal.timeout(limits.deadlineMs);
	const fetchOptions = { limits, signal, log };
	const report = new Report(environment.contentful);
	const formatElapsed = startStopwatch();
	const [contentfulData, sales, senders] = await settleAll([
		fetchContent(environment, fetchOptions),
		fetchSales(environment, fetchOptions),
		checkBrevo(environment, report, log),
	]);
	report.contentfulData = contentfulData;
	const counts = `${contentfulData.entries.size} entries, ${sales.prices.length} prices`;
	log(`Services: ${counts}, after ${formatElapsed()}`);
	const originalsCache = new MediaCache(join(cacheFolder, "originals"));
	const mediaCache = new MediaCache(join(cacheFolder, "media"));
	const contents = parseContents({ contentfulData, environment, report });
	const wanted = listWantedFiles(contents);
	const assets = new Map([...wanted.pictures, ...wanted.files]);
	const originals = await fetchFiles(assets, originalsCache, limits);
	for (const [address, original] of originals)
		report.deliveries.files.set(address, !(original instanceof MissingFileError));
	const media = await prepareMedia(originals, wanted, mediaCache, limits);
	const snapshots = joinContent(environment, contents, media, sales, report);
	report.addLosses();
	if (report.faults.length > 0) throw new FaultsError(report.faults);
	const { id, contactEmail } = snapshots["en-US"].appShell;
	if (senders && !senders.includes(contactEmail.toLowerCase())) {
		const place: Place = { type: "appShell", id, field: "contactEmail" };
		report.add(place, "senderInactive", "mailsMayFail", { email: contactEmail });
	}
	/** Paths that were live, and lead nowhere. */
	const gonePaths = reportGonePaths(snapshots, formerPaths, report);
	const mediaPaths = listMediaPaths(snapshots);
	/** Hard-links the pictures and files of the site into a folder. */
	const linkMedia = (folder: string) => media.linkFiles(mediaPaths, folder);
	const findings = markNew(report.findings, options.earlierReport);
	const reportText = `${JSON.stringify(findings, undefined, "\t")}\n`;
	await settleAll([
		linkMedia(join(contentFolder, "media")),
		writeSnapshots(snapshots, contentFolder),
		writeFile(join(contentFolder, reportFile), reportText),
	]);
	const fetched = `${assets.size} files (${originalsCache.missCount} fetched anew)`;
	const prepared = `${wanted.pictures.size} pictures (${mediaCache.missCount} prepared anew)`;
	log(`Media: ${fetched}, ${prepared}, after ${formatElapsed()}`);
	await mediaCache.prune({ maxUnusedDays: 30 });
	// Fetched files are large, and can be fetched again, while encoding a picture takes seconds.
	await originalsCache.prune({ maxUnusedDays: 1 });
	const delivery = describeDelivery(contentfulData, Object.values(environment.entryIds));
	return { snapshots, report: report.findings, findings, gonePaths, linkMedia, delivery };
}

/** Lists the pictures and files to which contents refer, by their URLs in Contentful. */
function listWantedFiles(contents: UnpricedContent<Parsed>[]) {
	const pictures = new Map<string, AssetFacts>();
	const files = new Map<string, AssetFacts>();
	for (const reference of listReferences(contents)) {
		if (reference.reference === "picture") pictures.set(reference.address, reference.facts);
		if (reference.reference === "file") files.set(reference.address, reference.facts);
	}
	return { pictures, files };
}

/**
 * Lists the paths of all files that pages show or link to, and of the pages' Open Graph images. Also lists all other
 * addresses, which `linkFiles` ignores. Pages do not show the photographs that editors choose for link previews.
 */
function listMediaPaths(snapshots: Snapshots): string[] {
	const openGraphImages = Object.values(snapshots).flatMap((snapshot) =>
		listAllRoutes(snapshot).flatMap(
			(route) => chooseOpenGraphPicture(snapshot, route)?.openGraphSrc ?? [],
		),
	);
	const shown = JSON.stringify(snapshots, (name, value) =>
		name === "shareImage" ? undefined : value,
	);
	const addresses = shown.matchAll(/"(?:src|href)":"(?<address>[^"]+)"/g);
	return [...openGraphImages, ...[...addresses].map(({ groups }) => groups?.address ?? "")];
}
