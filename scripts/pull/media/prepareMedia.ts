import { hash as digest } from "node:crypto";
import { mkdir, open, readFile, stat } from "node:fs/promises";
import { createRequire, findPackageJSON } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, extname, join } from "node:path";
import pMap from "p-map";
import type { Picture } from "../../../content/snapshot.ts";
import { FaultsError, faultsOf } from "../../shared/faults.ts";
import type { Limits } from "../limits.ts";
import { cropShareImage, encodePicture, type PhotographFacts, recipe } from "./encodePicture.ts";
import type { FetchedFiles, FileOptions, Original } from "./fetchFiles.ts";
import { headLength, isKnownExtension, typeOf } from "./fileType.ts";
import { inspectDrawing } from "./inspectDrawing.ts";
import { linkFile } from "./linkFiles.ts";
import type { Made, MediaCache } from "./MediaCache.ts";
import { UnusableFileError } from "./UnusableFileError.ts";

/** What is wrong with a file, for the report; lost is what cannot be shown at all. */
type Finding = { severity: "severe" | "warning"; problem: string; instead: string; isLost: boolean };

/** By address. The same file may be good to link to and no picture. */
export type Findings = { pictures: Map<string, Finding>; files: Map<string, Finding> };

export const noFindings: Findings = { pictures: new Map(), files: new Map() };

type MediaOptions = FileOptions & { cache: MediaCache };

/** Files made of originals, or found in the cache. */
type Media = {
	findings: Findings;
	/** What pages need to know of a picture that is not lost. */
	picture: (address: string) => Omit<Picture, "title"> | undefined;
	/** The path on the site of a file that text links to. */
	file: (address: string) => string | undefined;
	/** Puts the files of some addresses into a folder, which the site serves as `/media/`. */
	publish: (wanted: { pictures: Iterable<string>; files: Iterable<string> }, folder: string) => Promise<void>;
};

/** Files of a photograph are in the cache, by its key; a drawing is shown as it was fetched. */
type Prepared = { key?: string; picture: Omit<Picture, "title">; isAnimated?: boolean };

/**
 * Checks files and makes of pictures what the site shows, on all cores; nothing is made that is in the cache.
 * @param wanted the addresses of pictures, and of files that text links to
 * @throws FaultsError naming every file of which nothing can be made for a reason that lies not in it
 */
export async function prepareMedia(
	{ originals, missing }: FetchedFiles,
	wanted: { pictures: Iterable<string>; files: Iterable<string> },
	{ cache, limits, signal, faultOf, log }: MediaOptions,
): Promise<Media> {
	const findings: Findings = { pictures: new Map(), files: new Map() };
	const pictures = new Map<string, Prepared>();
	const files = new Map<string, string>();
	const [showPicture, linkTo] = [
		async (address: string) => {
			const prepared = await preparePicture(originalOf(address), cache, limits);
			pictures.set(address, prepared);
			if (!prepared.isAnimated) return;
			const instead = "its first frame is shown";
			findings.pictures.set(address, { severity: "warning", problem: "it is animated", instead, isLost: false });
		},
		async (address: string) => void files.set(address, await prepareFile(originalOf(address), address, limits)),
	];
	const uses = [
		...[...wanted.pictures].map((address) => ({ address, prepare: showPicture, found: findings.pictures })),
		...[...wanted.files].map((address) => ({ address, prepare: linkTo, found: findings.files })),
	];
	const tell = progress(log, uses.length);
	await onAllCores(uses, { limits, signal }, async ({ address, prepare, found }) => {
		try {
			await prepare(address);
		} catch (error) {
			if (!(error instanceof UnusableFileError)) {
				throw new FaultsError([
					faultOf(address, `its file ${address} cannot be prepared: ${(error as Error).message}`),
				]);
			}
			const { severity, message: problem } = error;
			found.set(address, { severity, problem, instead: "it is left out", isLost: true });
		}
		tell();
	});

	function originalOf(address: string): Original {
		const reason = missing.get(address);
		if (reason) throw new UnusableFileError(`its file cannot be had: ${reason}`, "severe");
		const original = originals.get(address);
		if (!original) throw new Error(`The file ${address} was not fetched.`);
		return original;
	}

	return {
		findings,
		picture: (address) => pictures.get(address)?.picture,
		file: (address) => files.get(address),
		publish: async (wanted, folder) => {
			await mkdir(folder, { recursive: true });
			const publishOriginal = async (address: string, src: string) => {
				const path = join(folder, src.slice("/media/".length));
				await mkdir(dirname(path), { recursive: true });
				await linkFile(originalOf(address).path, path);
			};
			for (const address of wanted.pictures) {
				const { key, picture } = pictures.get(address) ?? {};
				if (key) await cache.publish(key, folder);
				else if (picture) await publishOriginal(address, picture.src);
			}
			for (const address of wanted.files) {
				const src = files.get(address);
				if (src) await publishOriginal(address, src);
			}
		},
	};
}

/**
 * Gives pictures that stand for pages their crop for places that show links, in the cache and in a folder.
 * @param shown the pictures, and what each was made of
 */
export async function addShareImages(
	shown: Map<Picture, Original>,
	folder: string,
	{ cache, limits, signal }: Pick<MediaOptions, "cache" | "limits" | "signal">,
): Promise<void> {
	await onAllCores([...shown], { limits, signal }, async ([picture, { path, hash }]) => {
		const key = keyOf("share", hash);
		await cache.obtain(key, () => cropShareImage(path, limits));
		await cache.publish(key, folder);
		picture.share = `/media/${key}.jpg`;
	});
}

async function preparePicture({ path, hash }: Original, cache: MediaCache, limits: Limits): Promise<Prepared> {
	const type = typeOf(await readHead(path))?.type ?? "something unknown";
	if (type === "image/svg+xml") return { picture: await prepareDrawing({ path, hash }, limits) };
	if (!type.startsWith("image/")) throw new UnusableFileError(`it is no picture but ${type}`);
	const key = keyOf("picture", hash);
	const make = (): Promise<Made<PhotographFacts>> => encodePicture(path, limits);
	const { width, height, widths, fallback, tone, animated = false } = await cache.obtain(key, make);
	// In the middle, for browsers that know neither AVIF nor a choice of widths.
	const shown = widths.find((candidate) => candidate >= 768) ?? width;
	const src = `/media/${key}-${shown}.${fallback}`;
	return { key, picture: { src, width, height, widths, ...(tone ? { tone } : {}) }, isAnimated: animated };
}

/** The longest `inline`: a file of its own would bring as many characters of headers, and come later. */
const longestInline = 1_600;

async function prepareDrawing({ path, hash }: Original, limits: Limits): Promise<Omit<Picture, "title">> {
	const { size } = await stat(path);
	if (size > limits.drawingSize) {
		throw new UnusableFileError(`it is a drawing (SVG) of more than ${limits.drawingSize} bytes`);
	}
	const drawing = { src: drawingAddress(hash), ...(await inspectDrawing(path)) };
	const inline = size < longestInline ? `data:image/svg+xml,${encodeBytes(await readFile(path))}` : "";
	return inline && inline.length <= longestInline ? { ...drawing, inline } : drawing;
}

/** In a folder of their own, whose headers keep them from acting when they are opened by themselves: `scripts/render/hostRules.ts`. */
const drawingAddress = (hash: string) => `/media/drawings/${hash.slice(0, 16)}.svg`;

/** As few as possible are escaped, and bytes, not characters: an XML declaration may name another encoding than UTF-8. */
function encodeBytes(bytes: Buffer): string {
	const toEscape = (byte: string) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`;
	return bytes.toString("latin1").replace(/[^\w!$()*+,\-./:;=?@~]/g, toEscape);
}

/** Out: the path on the site of a file that text links to. */
async function prepareFile(original: Original, address: string, limits: Limits): Promise<string> {
	const type = typeOf(await readHead(original.path));
	const claimed = extname(new URL(address).pathname).slice(1).toLowerCase();
	if (!type && isKnownExtension(claimed)) throw new UnusableFileError(`it is named .${claimed} and is something else`);
	if (type?.extension === "svg") return (await prepareDrawing(original, limits)).src;
	// What is not known is offered as a download.
	return `/media/${original.hash.slice(0, 16)}.${type?.extension ?? "bin"}`;
}

const encoder = versionOf("sharp");

/** A name for what is made of a file: it changes with the file, with how it is made, and with the tool. */
function keyOf(kind: "picture" | "share", hash: string): string {
	return digest("sha256", JSON.stringify([kind, hash, recipe, encoder])).slice(0, 16);
}

function versionOf(name: string): string {
	return createRequire(import.meta.url)(findPackageJSON(name, import.meta.url) ?? name).version;
}

async function readHead(path: string): Promise<Buffer> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

/**
 * Works through a list, as many at once as there are cores: memory then holds so many pictures at most. It is over when
 * nothing is under way any more.
 * @throws FaultsError with the faults of all that failed; when the deadline passes before the list is through
 */
async function onAllCores<Item>(
	list: Item[],
	{ limits, signal }: Pick<MediaOptions, "limits" | "signal">,
	work: (item: Item) => Promise<void>,
): Promise<void> {
	let left = 0;
	const workInTime = async (item: Item) => (signal.aborted ? void left++ : work(item));
	await pMap(list, workInTime, { concurrency: availableParallelism(), stopOnError: false }).catch(
		({ errors }: AggregateError) => {
			throw new FaultsError(errors.flatMap(faultsOf));
		},
	);
	if (left > 0) {
		const late = `${left} of ${list.length} files were not ready within ${limits.mediaDeadline / 1000} s.`;
		throw new FaultsError([`${late} Run it again: what is ready is kept.`]);
	}
}

/** Tells now and then how many of `count` are done; nothing when it is quick. */
function progress(log: (line: string) => void, count: number): () => void {
	let done = 0;
	let last = performance.now();
	return () => {
		done++;
		if (performance.now() - last < 2000) return;
		last = performance.now();
		log(`Media: ${done} of ${count} files prepared`);
	};
}
