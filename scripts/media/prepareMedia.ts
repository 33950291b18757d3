import { hash as digest } from "node:crypto";
import { mkdir, open, readFile, stat } from "node:fs/promises";
import { createRequire, findPackageJSON } from "node:module";
import { availableParallelism } from "node:os";
import { extname, join } from "node:path";
import type { Picture } from "../../content/snapshot.ts";
import { FaultsError } from "../faults.ts";
import type { Limits } from "../limits.ts";
import { workThrough } from "../workThrough.ts";
import { cropShareImage, encodePicture, type PhotographFacts, recipe } from "./encodePicture.ts";
import type { FileOptions, Original } from "./fetchFiles.ts";
import { headLength, isKnownExtension, typeOf } from "./fileType.ts";
import { linkFile } from "./linkFiles.ts";
import type { Made, MediaCache } from "./MediaCache.ts";
import { type DrawingFacts, drawingRecipe, sanitiseDrawing } from "./sanitiseDrawing.ts";
import { UnusableFileError } from "./UnusableFileError.ts";

/** What is wrong with a file, for the report; lost is what cannot be shown at all. */
type Finding = { problem: string; instead: string; isLost: boolean };

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

type Prepared = { key: string; picture: Omit<Picture, "title">; isAnimated: boolean };

/**
 * Checks files and makes of pictures what the site shows, on all cores; nothing is made that is in the cache.
 * @param originals the files that were fetched, by address
 * @param wanted the addresses of pictures, and of files that text links to
 * @throws FaultsError when files cannot be made for a reason that lies not in their originals
 */
export async function prepareMedia(
	originals: Map<string, Original>,
	wanted: { pictures: Iterable<string>; files: Iterable<string> },
	{ cache, limits, signal, faultOf, log }: MediaOptions,
): Promise<Media> {
	const findings: Findings = { pictures: new Map(), files: new Map() };
	const pictures = new Map<string, Prepared>();
	const files = new Map<string, string>();
	const addresses = [...wanted.pictures];
	const tell = progress(log, addresses.length);
	await onAllCores(addresses, { limits, signal }, async (address) => {
		const original = originalOf(address);
		try {
			pictures.set(address, await preparePicture(original, cache, limits));
			if (pictures.get(address)?.isAnimated) {
				const instead = "its first frame is shown";
				findings.pictures.set(address, { problem: "it is animated", instead, isLost: false });
			}
		} catch (error) {
			findings.pictures.set(address, lost(error, address));
		}
		tell();
	});
	for (const address of wanted.files) {
		const original = originalOf(address);
		try {
			files.set(address, await prepareFile(original, address, cache, limits));
		} catch (error) {
			findings.files.set(address, lost(error, address));
		}
	}

	function lost(error: unknown, address: string): Finding {
		if (error instanceof UnusableFileError) return { problem: error.message, instead: "it is left out", isLost: true };
		throw new FaultsError([faultOf(address, `its file ${address} cannot be prepared: ${(error as Error).message}`)]);
	}

	function originalOf(address: string): Original {
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
			for (const address of wanted.pictures) await cache.publish(pictures.get(address)?.key ?? "", folder);
			for (const address of wanted.files) {
				const name = files.get(address)?.slice("/media/".length) ?? "";
				// A drawing is in the cache, everything else as it was fetched.
				if (name.endsWith(".svg")) await cache.publish(name.slice(0, -".svg".length), folder);
				else if (name) await linkFile(originalOf(address).path, join(folder, name));
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
	if (type === "image/svg+xml") {
		const { key, facts } = await prepareDrawing({ path, hash }, cache, limits);
		return { key, picture: { src: `/media/${key}.svg`, ...facts }, isAnimated: false };
	}
	if (!type.startsWith("image/")) throw new UnusableFileError(`it is no picture but ${type}`);
	const key = keyOf("picture", hash);
	const make = (): Promise<Made<PhotographFacts>> => encodePicture(path, limits);
	const { width, height, widths, fallback, tone, animated = false } = await cache.obtain(key, make);
	// In the middle, for browsers that know neither AVIF nor a choice of widths.
	const shown = widths.find((candidate) => candidate >= 768) ?? width;
	const src = `/media/${key}-${shown}.${fallback}`;
	return { key, picture: { src, width, height, widths, ...(tone ? { tone } : {}) }, isAnimated: animated };
}

async function prepareDrawing({ path, hash }: Original, cache: MediaCache, limits: Limits) {
	const { size } = await stat(path);
	if (size > limits.drawingSize) {
		throw new UnusableFileError(`it is a drawing (SVG) of ${size} bytes, which is more than ${limits.drawingSize}`);
	}
	const key = keyOf("drawing", hash);
	const facts = await cache.obtain<DrawingFacts>(key, async () => sanitiseDrawing(await readFile(path, "utf8")));
	return { key, facts };
}

/** Out: the path on the site of a file that text links to. */
async function prepareFile(original: Original, address: string, cache: MediaCache, limits: Limits): Promise<string> {
	const type = typeOf(await readHead(original.path));
	const claimed = extname(new URL(address).pathname).slice(1).toLowerCase();
	if (!type && isKnownExtension(claimed)) throw new UnusableFileError(`it is named .${claimed} and is something else`);
	// Opened by itself, a drawing could run scripts.
	if (type?.extension === "svg") return `/media/${(await prepareDrawing(original, cache, limits)).key}.svg`;
	// What is not known is offered as a download.
	return `/media/${original.hash.slice(0, 16)}.${type?.extension ?? "bin"}`;
}

const [encoder, purifier] = ["sharp", "dompurify"].map(versionOf);

/** A name for what is made of a file: it changes with the file, with how it is made, and with the tool. */
function keyOf(kind: "picture" | "share" | "drawing", hash: string): string {
	const made = kind === "drawing" ? [drawingRecipe, purifier] : [recipe, encoder];
	return digest("sha256", JSON.stringify([kind, hash, ...made])).slice(0, 16);
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
 * Works through a list, as many at once as there are cores: memory then holds so many pictures at most.
 * @throws FaultsError when the deadline passes before the list is through
 */
async function onAllCores<Item>(
	list: Item[],
	{ limits, signal }: Pick<MediaOptions, "limits" | "signal">,
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const left = await workThrough(list, { atOnce: availableParallelism(), signal }, work);
	if (left > 0) {
		const late = `${left} of ${list.length} pictures were not ready within ${limits.mediaDeadline / 1000} s.`;
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
		log(`Media: ${done} of ${count} pictures prepared`);
	};
}
