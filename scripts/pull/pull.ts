import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { pageEntryNames } from "../../content/model.ts";
import { sharePicture } from "../../content/pictures.ts";
import { routeNames } from "../../content/routes.ts";
import type { Content, Snapshot } from "../../content/snapshot.ts";
import { type Snapshots, writeSnapshots } from "../../content/snapshotFiles.server.ts";
import type { Environment } from "../../site/environment.server.ts";
import { FaultsError, settleAll } from "../shared/faults.ts";
import { stopwatch } from "../shared/stopwatch.ts";
import { type ContentfulAsset, type ContentfulContent, parseAssetAddress } from "./contentful/answer.ts";
import { fetchContent } from "./contentful/fetchContent.ts";
import { parseContent } from "./contentful/parseContent.ts";
import { listAssets, resolveReferences } from "./contentful/references.ts";
import { resolveLinks } from "./contentful/resolveLinks.ts";
import { type FetchOptions, type Limits, pullLimits } from "./limits.ts";
import { fetchFiles } from "./media/fetchFiles.ts";
import { MediaCache } from "./media/MediaCache.ts";
import { addShareImages, type Findings, noFindings, prepareMedia } from "./media/prepareMedia.ts";
import { type Place, Report, type ReportRow } from "./report.ts";
import { reportGaps } from "./reportGaps.ts";
import { dropWrongLinks } from "./stripe/dropWrongLinks.ts";
import { fetchPaymentLinks } from "./stripe/fetchPaymentLinks.ts";
import { fetchPrices, type StripePrice } from "./stripe/fetchPrices.ts";
import { type JoinOptions, joinPrices } from "./stripe/joinPrices.ts";

export type PullOptions = {
	/** Receives progress, a line at a time. */
	log: (line: string) => void;
	/** The folder of what earlier pulls have fetched (`originals`) and made of it (`media`). */
	cache: string;
	limits?: Limits | undefined;
};

/** What the services answered. */
type Answers = {
	content: ContentfulContent;
	prices: StripePrice[];
	links: Awaited<ReturnType<typeof fetchPaymentLinks>>;
};

export type PullResult = { snapshots: Snapshots; report: ReportRow[] };

/**
 * Pulls content and prices, checks them and writes snapshots, report and media into `folder`, which it creates.
 * @throws FaultsError with all faults at once; `folder` must then not be used
 */
export async function pull(
	environment: Environment,
	folder: string,
	{ log, cache: cacheFolder, limits = pullLimits }: PullOptions,
): Promise<PullResult> {
	const answers = await askServices(environment, { limits, signal: AbortSignal.timeout(limits.deadline), log });
	const parse = (findings: Findings) => parseAll(environment, answers, findings);
	let { priced, report } = parse(noFindings);
	const sinceFiles = stopwatch();
	const cache = new MediaCache(join(cacheFolder, "media"));
	const originalsCache = new MediaCache(join(cacheFolder, "originals"));
	const wanted = listAssets(priced);
	const mediaSignal = AbortSignal.timeout(limits.mediaDeadline);
	const owners = listOwners(answers.content, environment);
	const faultOf = (address: string, problem: string) =>
		report.describe({ type: "assets", id: owners.get(address)?.id ?? "", field: "file" }, problem);
	const mediaOptions = { limits, signal: mediaSignal, faultOf, log };
	const addresses = [...new Set([...wanted.pictures, ...wanted.files])];
	const versions = new Map(addresses.map((address) => [address, owners.get(address)?.updatedAt ?? ""]));
	const fetched = await fetchFiles(versions, originalsCache, mediaOptions);
	const { originals } = fetched;
	log(`Media: ${originals.size} files in ${sinceFiles()} (${originalsCache.made} fetched anew)`);
	const sincePictures = stopwatch();
	const media = await prepareMedia(fetched, wanted, { cache, ...mediaOptions });
	// What cannot be shown is left out as if it were not there: an entry that needs it, too.
	const { pictures, files } = media.findings;
	if (pictures.size + files.size > 0) ({ priced, report } = parse(media.findings));

	const resolved = priced.map(([locale, draft]) => {
		const resolveLink = resolveLinks(draft, environment.site.url, report);
		const { picture, file } = media;
		const entries = pageEntryNames.map((name) => {
			const link = (href: string, place: Place) => resolveLink(href, place, name);
			return [name, resolveReferences(draft[name], { link, picture, file })];
		});
		return [locale, { locale, ...Object.fromEntries(entries) }];
	});
	const snapshots = Object.fromEntries(resolved) as Snapshots;
	const mediaFolder = join(folder, "media");
	await media.publish(listAssets(priced), mediaFolder);
	const made = new Map([...wanted.pictures].map((address) => [media.picture(address)?.src, originals.get(address)]));
	const shared = Object.values(snapshots).flatMap((snapshot) =>
		routeNames.flatMap((route) => {
			const picture = sharePicture(snapshot, route);
			const original = made.get(picture?.src);
			return picture && original ? [[picture, original] as const] : [];
		}),
	);
	await addShareImages(new Map(shared), mediaFolder, { cache, limits, signal: mediaSignal });
	log(
		`Pictures: ${wanted.pictures.size} in ${sincePictures()} (${cache.made} prepared anew, crops for links included)`,
	);
	await mkdir(folder, { recursive: true });
	await writeSnapshots(snapshots, folder);
	await writeFile(join(folder, "report.json"), `${JSON.stringify(report.rows, undefined, "\t")}\n`);
	if (cache.made > 0) await cache.prune();
	// What has not been asked for now is of no more use than to another source.
	if (originalsCache.made > 0) await originalsCache.prune({ days: 1, bytes: 256 * 1024 ** 2 });
	return { snapshots, report: report.rows };
}

/** Asks for everything at once, and tells when each is there. */
async function askServices(environment: Environment, options: FetchOptions): Promise<Answers> {
	const since = stopwatch();
	const tell = (what: string) => options.log(`${what} in ${since()}`);
	const [content, prices, links] = await settleAll([
		fetchContent(environment, options).then((answer) => {
			tell(`Contentful: ${answer.entries.size} entries and ${answer.assets.size} assets`);
			return answer;
		}),
		fetchPrices(environment, options).then((answer) => {
			tell(`Stripe: ${answer.length} prices`);
			return answer;
		}),
		fetchPaymentLinks(environment, options).then((answer) => {
			if (Array.isArray(answer)) tell(`Stripe: ${answer.length} payment links`);
			return answer;
		}),
	]);
	return { content, prices, links };
}

/**
 * Checks the content of all languages and joins the prices to it.
 * @param findings what is known to be wrong with files
 * @throws FaultsError
 */
function parseAll(
	environment: Environment,
	{ content, prices, links }: Answers,
	findings: Findings,
): { priced: (readonly [Locale, Snapshot])[]; report: Report } {
	const report = new Report(environment.contentful);
	const live = environment.site.indexable;
	const drafts = localeCodes.map((locale) => {
		const parsed = parseContent(content, {
			locale,
			entryIds: environment.entryIds,
			paymentLinkHosts: environment.paymentLinkHosts,
			siteUrl: environment.site.url,
			live,
			preview: environment.preview,
			assetProtocol: new URL(environment.contentful.apiUrl).protocol,
			findings,
			report,
		});
		return [locale, parsed] as const;
	});
	// What is priced can be told only of content that is whole.
	if (report.faults.length > 0) throw new FaultsError(report.faults);
	const priced = drafts.map(
		([locale, draft]) =>
			[locale, priceContent(draft, locale, { prices, live, preview: environment.preview, report })] as const,
	);
	if (report.faults.length > 0) throw new FaultsError(report.faults);
	const snapshots = priced.map(([, snapshot]) => snapshot);
	reportGaps(snapshots, report);
	dropWrongLinks(snapshots, links, { testMode: prices.some((price) => price.livemode === false), report });
	return { priced, report };
}

type PriceOptions = JoinOptions & { prices: StripePrice[]; preview: boolean };

/** Joins the prices to everything that is sold. A page on which nothing has a price any more is a fault but in a preview. */
function priceContent(content: Content, locale: Locale, { prices, live, preview, report }: PriceOptions): Snapshot {
	const { consultations, packages, programmes } = content;
	const price = <Item extends { id: string; stripeProductId: string }>(
		page: { id: string },
		field: string,
		items: Item[],
	) => {
		const priced = joinPrices(items, prices, { live, report });
		if (items.length > 0 && priced.length === 0 && !preview) {
			const problem = `none of its ${items.length} products has a price in Stripe. Check that STRIPE_API_KEY is of the right account, and not of its test mode`;
			report.fault({ type: "entries", id: page.id, field }, problem);
		}
		return priced;
	};
	return {
		locale,
		...content,
		consultations: {
			...consultations,
			consultations: price(consultations, "consultations", consultations.consultations),
		},
		packages: { ...packages, packages: price(packages, "packages", packages.packages) },
		programmes: { ...programmes, programmes: price(programmes, "programmes", programmes.programmes) },
	};
}

/** The asset that has each file, and when it was published last, by the file's address. */
function listOwners({ assets }: ContentfulContent, { contentful }: Environment): Map<string, ContentfulAsset["sys"]> {
	const { protocol } = new URL(contentful.apiUrl);
	const owners = new Map<string, ContentfulAsset["sys"]>();
	for (const { sys, fields } of assets.values()) {
		for (const value of Object.values(fields.file ?? {})) {
			const address = parseAssetAddress(value, protocol);
			if (address) owners.set(address, sys);
		}
	}
	return owners;
}
