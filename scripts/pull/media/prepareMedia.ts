import { hash as digest } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, stat } from "node:fs/promises";
import { createRequire, findPackageJSON } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, extname, join } from "node:path";
import pMap from "p-map";
import type { PictureValue } from "../../../content/snapshot.ts";
import { FaultsError, faultsOf } from "../../shared/faults.ts";
import type { Limits } from "../limits.ts";
import { cropShareImage, encodePicture, type PhotographFacts, recipe } from "./encodePicture.ts";
import type { FetchedFiles, FileOptions, Original } from "./fetchFiles.ts";
import { headLength, isKnownExtension, typeOf } from "./fileType.ts";
import { inspectDrawing } from "./inspectDrawing.ts";
import { linkFile } from "./linkFiles.ts";
import type { Made, MediaCache } from "./MediaCache.ts";
import { UnusableFileError } from "./UnusableFileError.ts";

/** What the site knows of a picture's file. */
type PictureFacts = Omit<PictureValue, "title" | "updatedAt">;

/** Puts what lies behind an address on the site into a folder, which the site serves as `/media/`. */
type Publish = (folder: string) => Promise<void>;

/** What became of a file: absent when it cannot be used; and what is wrong with it, for the report. */
export type Prepared<Made> = {
	made?: Made;
	finding?: { severity: "severe" | "warning"; problem: string; instead: string };
};

type MediaOptions = FileOptions & { cache: MediaCache };

/** Files as the site uses them, by the addresses of the originals. The same file may be good to link to and no picture. */
export type Media = {
	pictures: Map<string, Prepared<PictureFacts>>;
	/** The path on the site of a file that text links to. */
	files: Map<string, Prepared<string>>;
	/** Puts the files at some addresses on the site into a folder; other addresses are ignored. */
	publish: (addresses: Iterable<string>, folder: string) => Promise<void>;
};

/**
 * Checks files and makes of pictures what the site shows, on all cores; nothing is made that is in the cache. Crops for
 * places that show links are made when they are published.
 * @param wanted the addresses of pictures, and of files that text links to
 * @throws FaultsError naming every file of which nothing can be made for a reason that lies not in it
 */
export async function prepareMedia(
	{ originals, missing }: FetchedFiles,
	wanted: { pictures: Iterable<string>; files: Iterable<string> },
	options: MediaOptions,
): Promise<Media> {
	const { faultOf, log } = options;
	const publishers = new Map<string, Publish>();
	const tasks: (() => Promise<void>)[] = [];

	type Publishable<Made> = Prepared<Made> & { publishers: Record<string, Publish> };
	function prepareAll<Made>(
		addresses: Iterable<string>,
		prepare: (original: Original, address: string) => Promise<Publishable<Made>>,
	): Map<string, Prepared<Made>> {
		const prepared = new Map<string, Prepared<Made>>();
		for (const address of addresses) {
			tasks.push(async () => {
				try {
					const { publishers: further, ...done } = await prepare(originalOf(address), address);
					prepared.set(address, done);
					for (const [path, publish] of Object.entries(further)) publishers.set(path, publish);
				} catch (error) {
					prepared.set(address, { finding: findingOf(error, address) });
				}
			});
		}
		return prepared;
	}

	function originalOf(address: string): Original {
		const reason = missing.get(address);
		if (reason) throw new UnusableFileError(`its file cannot be had: ${reason}`, "severe");
		const original = originals.get(address);
		if (!original) throw new Error(`The file ${address} was not fetched.`);
		return original;
	}

	function findingOf(error: unknown, address: string) {
		if (error instanceof UnusableFileError) {
			return { severity: error.severity, problem: error.message, instead: "it is left out" };
		}
		throw new FaultsError([faultOf(address, `its file ${address} cannot be prepared: ${(error as Error).message}`)]);
	}

	const pictures = prepareAll(wanted.pictures, (original) => preparePicture(original, options));
	const files = prepareAll(wanted.files, (original, address) => prepareFile(original, address, options));
	const tell = progress(log, tasks.length);
	await onAllCores(tasks, options, (task) => task().then(tell));
	return {
		pictures,
		files,
		publish: async (addresses, folder) => {
			await mkdir(folder, { recursive: true });
			const wantedPublishers = [...new Set(addresses)].flatMap((address) => publishers.get(address) ?? []);
			await onAllCores(wantedPublishers, options, (publish) => publish(folder));
		},
	};
}

async function preparePicture(original: Original, { cache, limits }: MediaOptions) {
	const { path, hash } = original;
	const type = typeOf(await readHead(path))?.type ?? "something unknown";
	if (type === "image/svg+xml") {
		const made: PictureFacts = await prepareDrawing(original, limits);
		return { made, publishers: publishOriginal(path, made.src) };
	}
	if (!type.startsWith("image/")) throw new UnusableFileError(`it is no picture but ${type}`);
	const [key, shareKey] = [keyOf("picture", hash), keyOf("share", hash)];
	const make = (): Promise<Made<PhotographFacts>> => encodePicture(path, limits);
	const { width, height, widths, fallback, tone, animated } = await cache.obtain(key, make);
	const src = `/media/${key}${fallback}`;
	const share = `/media/${shareKey}.jpg`;
	const publishCrop = async (folder: string) => {
		await cache.obtain(shareKey, () => cropShareImage(path, limits));
		await cache.publish(shareKey, folder);
	};
	const made: PictureFacts = { src, width, height, widths, ...(tone ? { tone } : {}), share };
	const finding = { severity: "warning", problem: "it is animated", instead: "its first frame is shown" } as const;
	const publishers = { [src]: (folder: string) => cache.publish(key, folder), [share]: publishCrop };
	return { made, ...(animated ? { finding } : {}), publishers };
}

function publishOriginal(from: string, src: string): Record<string, Publish> {
	const publish = async (folder: string) => {
		const to = join(folder, src.slice("/media/".length));
		await mkdir(dirname(to), { recursive: true });
		await linkFile(from, to);
	};
	return { [src]: publish };
}

/** The longest `inline`: a file of its own would bring as many characters of headers, and come later. */
const longestInline = 1_600;

async function prepareDrawing({ path, hash }: Original, limits: Limits): Promise<PictureFacts> {
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

async function prepareFile(original: Original, address: string, { limits }: MediaOptions) {
	const type = typeOf(await readHead(original.path));
	const claimed = extname(new URL(address).pathname).slice(1).toLowerCase();
	if (!type && isKnownExtension(claimed)) throw new UnusableFileError(`it is named .${claimed} and is something else`);
	const isDrawing = type?.extension === "svg";
	// What is not known is offered as a download.
	const path = `/media/${original.hash.slice(0, 16)}.${type?.extension ?? "bin"}`;
	const made = isDrawing ? (await prepareDrawing(original, limits)).src : path;
	return { made, publishers: publishOriginal(original.path, made) };
}

const encoder: string = createRequire(import.meta.url)(findPackageJSON("sharp", import.meta.url) ?? "sharp").version;

/** A name for what is made of a file: it changes with the file, with how it is made, and with the tool. */
function keyOf(kind: "picture" | "share", hash: string): string {
	return digest("sha256", JSON.stringify([kind, hash, recipe, encoder])).slice(0, 16);
}

async function readHead(path: string): Promise<Buffer> {
	return Buffer.concat(await createReadStream(path, { end: headLength - 1 }).toArray());
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
