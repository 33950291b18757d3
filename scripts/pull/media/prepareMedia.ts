import { hash as digest } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { createRequire, findPackageJSON } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import type { PictureValue } from "../../../content/snapshot.ts";
import type { FetchOptions } from "../limits.ts";
import { cropOpenGraphImage, encodePicture, encoderSettings } from "./encodePicture.ts";
import { type FetchedFiles, forEachFile, type Original } from "./fetchFiles.ts";
import {
	type FileDescription,
	isDrawing,
	nameLinkedFile,
	sizeOfPicture,
	UnusableFileError,
} from "./fileType.ts";
import { linkFile, type MediaCache } from "./MediaCache.ts";

/** Properties of a picture that depend only on its file. */
export type PictureFacts = Omit<PictureValue, "title">;

/** Result of preparing a file for publication. `value` is absent when the file cannot be used. */
export type Prepared<Value> = {
	value?: Value;
	finding?: { severity: "severe" | "warning"; problem: string; instead?: string };
};

type MediaOptions = Pick<FetchOptions, "limits" | "signal"> & { cache: MediaCache };

/** Functions that hard-link the files of a picture or download into a folder, by the path on the site. */
type Linkers = Map<string, (folder: string) => Promise<void>>;

type PrepareOptions = MediaOptions & { linkers: Linkers };

/** Files to prepare, by the address from which each file was fetched. */
type WantedFiles = ReadonlyMap<string, FileDescription>;

type DescribedOriginal = Original & FileDescription;

/**
 * Checks fetched files, and encodes the pictures that are not in the cache.
 * @returns results by the address from which each file was fetched; that of a file linked from texts is its path on the
 * site
 * @throws FaultsError after the deadline
 */
export async function prepareMedia(
	fetched: FetchedFiles,
	wanted: { pictures: WantedFiles; files: WantedFiles },
	options: MediaOptions,
) {
	const linkers: Linkers = new Map();
	const prepareOptions = { ...options, linkers };
	return {
		pictures: await prepareAll(fetched, wanted.pictures, preparePicture, prepareOptions),
		files: await prepareAll(fetched, wanted.files, prepareLinkedFile, prepareOptions),
		/** Hard-links media files into a folder. Ignores all paths that belong to no media file. */
		async linkFiles(paths: Iterable<string>, folder: string): Promise<void> {
			await mkdir(folder, { recursive: true });
			const wantedLinkers = [...new Set(paths)].flatMap((path) => linkers.get(path) ?? []);
			await forEachFile(wantedLinkers, availableParallelism(), options, (link) => link(folder));
		},
	};
}

async function prepareAll<Value>(
	{ originals, missing }: FetchedFiles,
	files: WantedFiles,
	prepare: (original: DescribedOriginal, options: PrepareOptions) => Promise<Prepared<Value>>,
	options: PrepareOptions,
): Promise<Map<string, Prepared<Value>>> {
	const results = new Map<string, Prepared<Value>>();
	// One picture for each CPU core, because each is in memory.
	await forEachFile(files, availableParallelism(), options, async ([address, description]) => {
		const original = originals.get(address);
		if (!original) {
			const problem = `the file cannot be fetched: ${missing.get(address)}`;
			results.set(address, { finding: { severity: "severe", problem } });
			return;
		}
		try {
			results.set(address, await prepare({ ...description, ...original }, options));
		} catch (error) {
			if (!(error instanceof UnusableFileError)) throw error;
			results.set(address, { finding: { severity: "warning", problem: error.message } });
		}
	});
	return results;
}

async function preparePicture(
	original: DescribedOriginal,
	options: PrepareOptions,
): Promise<Prepared<PictureFacts>> {
	// Any other type is a photograph, whose format sharp detects from the content.
	if (!isDrawing(original)) return preparePhotograph(original, options);
	// For this folder, `createHeaderRules` adds a policy that blocks scripts when a visitor opens an SVG file directly.
	const src = `/media/drawings/${nameOf(original.hash)}.svg`;
	registerOriginal(original, src, options);
	return { value: { src, ...sizeOfPicture(original) } };
}

async function preparePhotograph(
	{ path, hash }: Original,
	{ cache, limits, linkers }: PrepareOptions,
): Promise<Prepared<PictureFacts>> {
	const key = cacheKeyOf("picture", hash);
	const facts = await cache.obtain(key, () => encodePicture(path, limits));
	const { width, height, widths, fallback, isAnimated } = facts;
	const src = `/media/${key}${fallback}`;
	linkers.set(src, (folder) => cache.linkFiles(key, folder));
	const openGraphKey = cacheKeyOf("openGraph", hash);
	const openGraphSrc = `/media/${openGraphKey}.jpg`;
	linkers.set(openGraphSrc, async (folder) => {
		await cache.obtain(openGraphKey, () => cropOpenGraphImage(path, limits));
		await cache.linkFiles(openGraphKey, folder);
	});
	const value = { src, width, height, widths, openGraphSrc };
	if (!isAnimated) return { value };
	const instead = "only the first frame is shown";
	return { value, finding: { severity: "warning", problem: "the picture is animated", instead } };
}

async function prepareLinkedFile(
	original: DescribedOriginal,
	options: PrepareOptions,
): Promise<Prepared<string>> {
	// Browsers save a file under the last segment of its URL.
	const name = encodeURIComponent(nameLinkedFile(original));
	const src = `/media/files/${nameOf(original.hash)}/${name}`;
	registerOriginal(original, src, options);
	return { value: src };
}

/** Makes an original file part of the media, unchanged. `src` is its URL path on the site, below `/media/`. */
function registerOriginal({ path }: Original, src: string, { linkers }: PrepareOptions): void {
	linkers.set(src, async (folder) => {
		const to = join(folder, decodeURIComponent(src.slice("/media/".length)));
		await mkdir(dirname(to), { recursive: true });
		await linkFile(path, to);
	});
}

const sharpVersion: string = createRequire(import.meta.url)(
	findPackageJSON("sharp", import.meta.url) ?? "sharp",
).version;

/** Returns the cache key of files that sharp creates from an original file. */
function cacheKeyOf(kind: "picture" | "openGraph", hash: string): string {
	return nameOf(digest("sha256", JSON.stringify([kind, hash, encoderSettings, sharpVersion])));
}

/** Shortens a hash for a file name. Among 10,000 shortened hashes, two are equal with a probability of 0.005 %. */
function nameOf(hash: string): string {
	return hash.slice(0, 10);
}
