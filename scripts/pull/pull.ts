import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { localeCodes } from "../../content/locales.ts";
import { sharePicture } from "../../content/pictures.ts";
import { shownRoutes } from "../../content/routes.ts";
import { type Snapshots, writeSnapshots } from "../../content/snapshotFiles.server.ts";
import type { Environment } from "../../site/environment.server.ts";
import { FaultsError, settleAll } from "../shared/faults.ts";
import { stopwatch } from "../shared/stopwatch.ts";
import { fetchContent } from "./contentful/fetchContent.ts";
import { listAssets } from "./contentful/listAssets.ts";
import { parseContent } from "./contentful/parseContent.ts";
import { resolveLinks } from "./contentful/resolveLinks.ts";
import { type FetchOptions, type Limits, pullLimits } from "./limits.ts";
import { fetchFiles } from "./media/fetchFiles.ts";
import { MediaCache } from "./media/MediaCache.ts";
import { type Media, prepareMedia } from "./media/prepareMedia.ts";
import { Report, type ReportRow } from "./report.ts";
import { reportGaps, reportLegalReminders, reportTestMode } from "./reportGaps.ts";
import { paymentLinkChecker } from "./stripe/checkPaymentLinks.ts";
import { fetchPaymentLinks, fetchPrices } from "./stripe/fetchLists.ts";
import { priceContent } from "./stripe/joinPrices.ts";

export type PullOptions = {
	/** Receives progress, a line at a time. */
	log: (line: string) => void;
	/** The folder of what earlier pulls have fetched (`originals`) and made of it (`media`). */
	cache: string;
	limits?: Limits | undefined;
};

export type PullResult = { snapshots: Snapshots; report: ReportRow[] };

/**
 * Pulls content and prices, checks them and writes snapshots, report, media and the answers themselves into `folder`, which it creates.
 * @throws FaultsError with all faults at once; `folder` must then not be used
 */
export async function pull(
	environment: Environment,
	folder: string,
	{ log, cache: cacheFolder, limits = pullLimits }: PullOptions,
): Promise<PullResult> {
	await mkdir(folder, { recursive: true });
	const signal = AbortSignal.timeout(limits.deadline);
	const kept: Record<string, unknown[]> = {};
	const keep = (what: string, answer: unknown) => {
		kept[what] = [...(kept[what] ?? []), answer];
	};
	const answers = await askServices(environment, { limits, signal, log, keep });
	const report = new Report(environment.contentful);
	const originals = new MediaCache(join(cacheFolder, "originals"));
	const cache = new MediaCache(join(cacheFolder, "media"));
	const { pictures, files } = listAssets(answers.content, environment);
	const assets = new Map([...pictures, ...files]);
	const faultOf = (address: string, problem: string) =>
		report.describe({ type: "assets", id: assets.get(address)?.id ?? "", field: "file" }, problem);
	const options = { limits, signal: AbortSignal.timeout(limits.mediaDeadline), faultOf, log };

	const sinceFiles = stopwatch();
	const versions = new Map([...assets].map(([address, { updatedAt = "" }]) => [address, updatedAt]));
	const fetched = await fetchFiles(versions, originals, options);
	log(`Media: ${fetched.originals.size} files in ${sinceFiles()} (${originals.made} fetched anew)`);
	const sincePictures = stopwatch();
	const media = await prepareMedia(fetched, { pictures: pictures.keys(), files: files.keys() }, { cache, ...options });
	const snapshots = assembleSnapshots(environment, answers, media, report);
	await media.publish(listAddresses(snapshots), join(folder, "media"));
	log(`Pictures: ${pictures.size} in ${sincePictures()} (${cache.made} prepared anew, crops for links included)`);

	await Promise.all([
		writeAnswers(kept, folder, log),
		writeSnapshots(snapshots, folder),
		writeFile(join(folder, "report.json"), `${JSON.stringify(report.rows, undefined, "\t")}\n`),
	]);
	if (cache.made > 0) await cache.prune();
	// What has not been asked for now is of no more use than to another source.
	if (originals.made > 0) await originals.prune({ days: 1, bytes: 256 * 1024 ** 2 });
	return { snapshots, report: report.rows };
}

/** Writes the services' answers into `answers.json.gz`, as a record of the data of a version. */
async function writeAnswers(
	answers: Record<string, unknown[]>,
	folder: string,
	log: PullOptions["log"],
): Promise<void> {
	const text = stringify(answers);
	if (text === undefined) {
		log("answers.json.gz: not written, since the services' answers are nested too deep");
		return;
	}
	await writeFile(join(folder, "answers.json.gz"), await promisify(gzip)(text));
}

/** @returns undefined for a value that is nested so deep that `JSON.stringify`, which is recursive, runs out of stack */
function stringify(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** Asks for everything at once, and tells when each is there. */
async function askServices(environment: Environment, options: FetchOptions) {
	const since = stopwatch();
	const tell = async <Answer>(asked: Promise<Answer>, describe: (answer: Answer) => string) => {
		const answer = await asked;
		options.log(`${describe(answer)} in ${since()}`);
		return answer;
	};
	const [content, prices, links] = await settleAll([
		tell(
			fetchContent(environment, options),
			({ entries, assets }) => `Contentful: ${entries.size} entries and ${assets.size} assets`,
		),
		tell(fetchPrices(environment, options), (answer) => `Stripe: ${answer.length} prices`),
		tell(
			fetchPaymentLinks(environment, options),
			(answer) => `Stripe: ${Array.isArray(answer) ? answer.length : "no"} payment links`,
		),
	]);
	return { content, prices, links };
}

/**
 * Checks the content of all languages, joins the prices to it and tells where its links lead.
 * @throws FaultsError
 */
function assembleSnapshots(
	environment: Environment,
	{ content, prices, links }: Awaited<ReturnType<typeof askServices>>,
	media: Media,
	report: Report,
): Snapshots {
	const { preview, site } = environment;
	const drafts = localeCodes.map((locale) => parseContent(content, { locale, environment, media, report }));
	// What is priced can be told only of content that is whole.
	if (report.faults.length > 0) throw new FaultsError(report.faults);
	const isTestMode = prices.some((price) => price.livemode === false);
	if (isTestMode && site.indexable) reportTestMode(report);
	const checkPaymentLinks = paymentLinkChecker(links, isTestMode, report);
	const priceOptions = { prices, checkPaymentLinks, preview, report };
	const priced = drafts.map((draft) => priceContent(draft, priceOptions));
	if (report.faults.length > 0) throw new FaultsError(report.faults);
	reportGaps(priced, report);
	reportLegalReminders(priced, report);
	const resolved = priced.map((snapshot) => [snapshot.locale, resolveLinks(snapshot, site.url, report)] as const);
	return Object.fromEntries(resolved) as Snapshots;
}

/** The addresses on the site that the pages show, link to, or stand for them where links are shown. */
function listAddresses(snapshots: Snapshots): string[] {
	const listIn = (value: unknown): string[] => {
		if (!value || typeof value !== "object") return [];
		return Object.entries(value).flatMap(([key, part]) =>
			key === "src" || key === "href" ? [String(part)] : listIn(part),
		);
	};
	const shared = Object.values(snapshots).flatMap((snapshot) =>
		shownRoutes(snapshot).flatMap((route) => sharePicture(snapshot, route)?.share ?? []),
	);
	return [...listIn(snapshots), ...shared];
}
