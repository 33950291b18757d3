import { hash as digest } from "node:crypto";
import { mkdir, stat } from "node:fs/promises";
import { createRequire, findPackageJSON } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import pMap from "p-map";
import type { PictureValue } from "../../../content/snapshot.ts";
import { FaultsError, listFaults } from "../../shared/faults.ts";
import { type BackdropFacts, backdropSettings, chooseBackdrop } from "./chooseBackdrop.ts";
import { cropOpenGraphImage, encodePicture, encoderSettings } from "./encodePicture.ts";
import type { FetchedFiles, FileOptions, Original } from "./fetchFiles.ts";
import { type FileDescription, isDrawing, nameLinkedFile, UnusableFileError } from "./fileType.ts";
import { inspectDrawing } from "./inspectDrawing.ts";
import { linkFile } from "./linkFiles.ts";
import type { MediaCache } from "./MediaCache.ts";

/** Properties of a picture that depend only on its file. */
export type PictureFacts = Omit<PictureValue, "title">;

type Finding = { severity: "severe" | "warning"; problem: string; instead?: string };

/** Result of preparing a file for publication. `value` is absent when the file cannot be used. */
export type Prepared<Value> = { value?: Value; finding?: Finding };

type MediaOptions = FileOptions & { cache: MediaCache };

/** Functions that hard-link the files of a picture or download into a folder, by the path on the site. */
type Linkers = Map<string, (folder: string) => Promise<void>>;

type PrepareOptions = MediaOptions & { linkers: Linkers };

/** Files to prepare, by the address from which each file was fetched. */
type WantedFiles = ReadonlyMap<string, FileDescription>;

type DescribedOriginal = Original & FileDescription;

type Prepare<Value> = (
	original: DescribedOriginal,
	options: PrepareOptions,
) => Promise<Prepared<Value>>;

/** Results of preparing files, by the address from which each file was fetched. */
export type Media = {
	pictures: Map<string, Prepared<PictureFacts>>;
	/** Files linked from texts. Each `value` is a file's path on the site. */
	files: Map<string, Prepared<string>>;
	/** Hard-links media files into a folder. Ignores all paths that belong to no media file. */
	linkFiles: (paths: Iterable<string>, folder: string) => Promise<void>;
};

/**
 * Checks fetched files, and encodes the pictures that are not in the cache.
 * @throws FaultsError after an unexpected error or the deadline
 */
export async function prepareMedia(
	{ originals, missing }: FetchedFiles,
	wanted: { pictures: WantedFiles; files: WantedFiles },
	options: MediaOptions,
): Promise<Media> {
	const linkers: Linkers = new Map();

	async function prepareAll<Value>(
		files: WantedFiles,
		prepare: Prepare<Value>,
	): Promise<Map<string, Prepared<Value>>> {
		const results = new Map<string, Prepared<Value>>();
		await runOnAllCores([...files], options, async ([address, description]) => {
			results.set(address, await prepareOne(address, description, prepare));
		});
		return results;
	}

	async function prepareOne<Value>(
		address: string,
		description: FileDescription,
		prepare: Prepare<Value>,
	): Promise<Prepared<Value>> {
		const original = originals.get(address);
		if (!original) return unusable("severe", `the file cannot be fetched: ${missing.get(address)}`);
		try {
			return await prepare({ ...description, ...original }, { ...options, linkers });
		} catch (error) {
			const { message } = error as Error;
			if (error instanceof UnusableFileError) return unusable("warning", message);
			throw new FaultsError([
				options.describeFault(address, `the file ${address} cannot be prepared: ${message}`),
			]);
		}
	}

	const pictures = await prepareAll(wanted.pictures, preparePicture);
	const files = await prepareAll(wanted.files, prepareFile);
	const linkFiles = async (paths: Iterable<string>, folder: string): Promise<void> => {
		await mkdir(folder, { recursive: true });
		const wantedLinkers = [...new Set(paths)].flatMap((path) => linkers.get(path) ?? []);
		await runOnAllCores(wantedLinkers, options, (link) => link(folder));
	};
	return { pictures, files, linkFiles };
}

function unusable(severity: Finding["severity"], problem: string): { finding: Finding } {
	return { finding: { severity, problem } };
}

async function preparePicture(
	original: DescribedOriginal,
	options: PrepareOptions,
): Promise<Prepared<PictureFacts>> {
	// Any other type is a photograph, whose format sharp detects from the content.
	if (!isDrawing(original)) return preparePhotograph(original, options);
	const drawing = await prepareDrawing(original, options);
	return { value: { ...drawing, ...(await obtainBackdropFacts(original, options)) } };
}

async function preparePhotograph(
	original: Original,
	options: PrepareOptions,
): Promise<Prepared<PictureFacts>> {
	const { path, hash } = original;
	const { cache, limits, linkers } = options;
	const key = cacheKeyOf("picture", hash);
	const facts = await cache.obtain(key, () => encodePicture(path, limits));
	const { width, height, widths } = facts;
	const src = `/media/${key}${facts.fallback}`;
	linkers.set(src, (folder) => cache.linkFiles(key, folder));
	const openGraphKey = cacheKeyOf("share", hash);
	const openGraphSrc = `/media/${openGraphKey}.jpg`;
	linkers.set(openGraphSrc, async (folder) => {
		await cache.obtain(openGraphKey, () => cropOpenGraphImage(path, limits));
		await cache.linkFiles(openGraphKey, folder);
	});
	const value: PictureFacts = { src, width, height, widths, openGraphSrc };
	const isTransparent = facts.fallback.endsWith(".png");
	if (isTransparent) Object.assign(value, await obtainBackdropFacts(original, options));
	if (!facts.animated) return { value };
	const instead = "only the first frame is shown";
	return { value, finding: { severity: "warning", problem: "the picture is animated", instead } };
}

function obtainBackdropFacts(
	{ path, hash }: Original,
	{ cache, limits }: PrepareOptions,
): Promise<BackdropFacts> {
	const key = cacheKeyOf("ink", hash, backdropSettings);
	return cache.obtain(key, () => chooseBackdrop(path, limits));
}

/** Makes an original file part of the media, unchanged. `src` is its URL path on the site, below `/media/`. */
function registerOriginal(from: string, src: string, { linkers }: PrepareOptions): void {
	linkers.set(src, async (folder) => {
		const to = join(folder, decodeURIComponent(src.slice("/media/".length)));
		await mkdir(dirname(to), { recursive: true });
		await linkFile(from, to);
	});
}

async function prepareDrawing(
	{ path, hash }: Original,
	options: PrepareOptions,
): Promise<PictureFacts> {
	const { size } = await stat(path);
	const { maxDrawingBytes } = options.limits;
	if (size > maxDrawingBytes)
		throw new UnusableFileError(`the drawing (SVG) has more than ${maxDrawingBytes} bytes`);
	// For this folder, `createHeaderRules` adds a policy that blocks scripts when a visitor opens an SVG file directly.
	const src = `/media/drawings/${nameOf(hash)}.svg`;
	registerOriginal(path, src, options);
	return { src, ...(await inspectDrawing(path)) };
}

async function prepareFile(
	original: DescribedOriginal,
	options: PrepareOptions,
): Promise<Prepared<string>> {
	// Browsers save a file under the last segment of its URL.
	const name = nameLinkedFile(original);
	const src = `/media/files/${nameOf(original.hash)}/${encodeURIComponent(name)}`;
	registerOriginal(original.path, src, options);
	return { value: src };
}

const sharpVersion: string = createRequire(import.meta.url)(
	findPackageJSON("sharp", import.meta.url) ?? "sharp",
).version;

/** Returns the cache key of a result that sharp computes from an original file. */
function cacheKeyOf(
	kind: "picture" | "share" | "ink",
	hash: string,
	settings: object = encoderSettings,
): string {
	return nameOf(digest("sha256", JSON.stringify([kind, hash, settings, sharpVersion])));
}

/** Shortens a hash for a file name. Among 10,000 shortened hashes, two are equal with a probability of 0.005 %. */
function nameOf(hash: string): string {
	return hash.slice(0, 10);
}

/**
 * Limits concurrent calls to the number of CPU cores, because each call holds a picture in memory.
 * @throws FaultsError
 */
async function runOnAllCores<Item>(
	items: Item[],
	{ limits, signal }: Pick<MediaOptions, "limits" | "signal">,
	run: (item: Item) => Promise<void>,
): Promise<void> {
	let skippedCount = 0;
	const runBeforeDeadline = async (item: Item) => {
		if (signal.aborted) skippedCount++;
		else await run(item);
	};
	try {
		await pMap(items, runBeforeDeadline, {
			concurrency: availableParallelism(),
			stopOnError: false,
		});
	} catch (error) {
		const { errors } = error as AggregateError;
		throw new FaultsError(errors.flatMap(listFaults));
	}
	if (skippedCount > 0) {
		const seconds = limits.mediaDeadlineMs / 1000;
		const late = `${skippedCount} of ${items.length} files were not ready within ${seconds} s.`;
		throw new FaultsError([`${late} Run it again: what is ready is kept.`]);
	}
}
