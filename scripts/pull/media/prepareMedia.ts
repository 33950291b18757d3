import { hash as digest } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import pMap from "p-map";
import type { PictureValue } from "../../../content/snapshot.ts";
import type { PullLimits } from "../limits.ts";
import { Problem } from "../problem.ts";
import { cropOpenGraphImage, encodePicture, encoderSettings, hasExif } from "./encodePicture.ts";
import { type FetchedFiles, MissingFileError, type Original } from "./fetchFiles.ts";
import {
	defaultPictureSize,
	type FileDescription,
	FileError,
	fallbackWidth,
	isDrawing,
	nameLinkedFile,
} from "./fileType.ts";
import { linkFile, type MediaCache } from "./MediaCache.ts";

/** Properties of a picture that depend only on its file. */
export type PictureFacts = Omit<PictureValue, "title" | "focus">;

/** Result of preparing a file for publication: its value on the site, and the problem with it. */
export type Prepared<Value> = { value?: Value; problem?: Problem | undefined };

/** Files to prepare, by the address from which each file was fetched. */
type WantedFiles = ReadonlyMap<string, FileDescription>;

/**
 * Checks fetched files, and encodes the pictures that are not in the cache.
 * @returns results by the address from which each file was fetched; that of a file linked from texts is its path on the
 * site
 */
export async function prepareMedia(
	fetched: FetchedFiles,
	wanted: { pictures: WantedFiles; files: WantedFiles },
	cache: MediaCache,
	limits: PullLimits,
) {
	// One picture for each CPU core, because each is in memory.
	const concurrency = availableParallelism();
	/** Functions that hard-link the files of a picture or download into a folder, by the path on the site. */
	const linkers = new Map<string, (folder: string) => Promise<void>>();

	/** Makes an original part of the media, unchanged. Returns its path on the site. */
	function publishOriginal({ path }: Original, name: string): string {
		const src = `/media/${encodeURI(name)}`;
		linkers.set(src, async (folder) => {
			const to = join(folder, name);
			await mkdir(dirname(to), { recursive: true });
			await linkFile(path, to);
		});
		return src;
	}

	async function preparePicture(
		original: Original,
		description: FileDescription,
	): Promise<Prepared<PictureFacts>> {
		const { path, hash } = original;
		if (isDrawing(description)) {
			// For this folder, `createHeaderRules` adds a policy that blocks scripts when a visitor opens an SVG file directly.
			const src = publishOriginal(original, `drawings/${nameOf(hash)}.svg`);
			return { value: { src, ...(description.size ?? defaultPictureSize) } };
		}
		// Any other type is a photograph, whose format sharp detects from the content.
		const key = cacheKeyOf("picture", hash);
		const facts = await cache.obtain(key, () => encodePicture(path, limits));
		const { width, height, widths, fallback } = facts;
		const src = `/media/${key}${fallback}`;
		linkers.set(src, (folder) => cache.linkFiles(key, folder));
		const { focus } = description;
		const openGraphKey = cacheKeyOf(focus ? `openGraph ${focus}` : "openGraph", hash);
		const openGraphSrc = `/media/${openGraphKey}.jpg`;
		linkers.set(openGraphSrc, async (folder) => {
			await cache.obtain(openGraphKey, () => cropOpenGraphImage(path, limits, focus));
			await cache.linkFiles(openGraphKey, folder);
		});
		const srcWidth = Math.min(fallbackWidth, width);
		const sources = widths.map((width) => ({ src: `/media/${key}-${width}.avif`, width }));
		return { value: { src, srcWidth, width, height, sources, openGraphSrc } };
	}

	async function prepareAll<Value>(
		files: WantedFiles,
		prepare: (original: Original, description: FileDescription) => Promise<Prepared<Value>>,
	) {
		const results = new Map<string, Prepared<Value>>();
		const prepareFile = async ([address, description]: [string, FileDescription]) => {
			try {
				const original = fetched.get(address);
				if (original instanceof MissingFileError) throw original;
				if (original) results.set(address, await prepare(original, description));
			} catch (error) {
				if (!(error instanceof FileError)) throw error;
				results.set(address, { problem: error.problem });
			}
		};
		await pMap(files, prepareFile, { concurrency });
		return results;
	}

	const pictures = await prepareAll(wanted.pictures, preparePicture);
	// Browsers save a file under the last segment of its URL.
	const files = await prepareAll(wanted.files, async (original, description) => {
		const name = `files/${nameOf(original.hash)}/${nameLinkedFile(description)}`;
		const value = publishOriginal(original, name);
		if (!description.contentType.startsWith("image/")) return { value };
		const isPersonal = await hasExif(original.path, limits);
		return { value, problem: isPersonal ? new Problem("filePersonal") : undefined };
	});
	return {
		getPicture: (address: string) => pictures.get(address),
		getFile: (address: string) => files.get(address),
		/** Hard-links media files into a folder. Ignores all paths that belong to no media file. */
		async linkFiles(paths: Iterable<string>, folder: string): Promise<void> {
			await mkdir(folder, { recursive: true });
			const wantedLinkers = [...new Set(paths)].flatMap((path) => linkers.get(path) ?? []);
			await pMap(wantedLinkers, (link) => link(folder), { concurrency });
		},
	};
}

/** Returns the cache key of files that sharp creates from an original file. */
function cacheKeyOf(kind: string, hash: string): string {
	return nameOf(digest("sha256", JSON.stringify([kind, hash, encoderSettings])));
}

/** Shortens a hash for a file name. Among 10,000 shortened hashes, two are equal with a probability of 0.005 %. */
function nameOf(hash: string): string {
	return hash.slice(0, 10);
}
