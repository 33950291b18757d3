import { hash as digest } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { createRequire, findPackageJSON } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, extname, join } from "node:path";
import pMap from "p-map";
import type { PictureValue } from "../../../content/snapshot.ts";
import { FaultsError, faultsOf } from "../../shared/faults.ts";
import { cropShareImage, encodePicture, recipe } from "./encodePicture.ts";
import type { FetchedFiles, FileOptions, Original } from "./fetchFiles.ts";
import { headLength, isKnownExtension, typeOf, UnusableFileError } from "./fileType.ts";
import { inspectDrawing } from "./inspectDrawing.ts";
import { linkFile } from "./linkFiles.ts";
import type { MediaCache } from "./MediaCache.ts";

/** Facts about a picture's file. */
type PictureFacts = Omit<PictureValue, "title" | "updatedAt">;

/** A prepared file, and its row of the report. `made` is absent when the file cannot be used. */
export type Prepared<Made> = {
	made?: Made;
	/** `instead` is absent when the file cannot be used: the consequence depends on the field that uses the file. */
	finding?: { severity: "severe" | "warning"; problem: string; instead?: string };
};

type MediaOptions = FileOptions & { cache: MediaCache };

/** Context in which each file is prepared. `publishers` receives, by path on the site, the function that publishes the file. */
type Workshop = MediaOptions & { publishers: Map<string, (folder: string) => Promise<void>> };

type Prepare<Made> = (original: Original, workshop: Workshop, address: string) => Promise<Prepared<Made>>;

/** Files as the site uses them, by the addresses of the originals. The same file may be good to link to and no picture. */
export type Media = Awaited<ReturnType<typeof prepareMedia>>;

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
) {
	const workshop: Workshop = { ...options, publishers: new Map() };
	const tasks: (() => Promise<unknown>)[] = [];

	function prepareAll<Made>(addresses: Iterable<string>, prepare: Prepare<Made>): Map<string, Prepared<Made>> {
		const prepared = new Map<string, Prepared<Made>>();
		for (const address of addresses) {
			tasks.push(async () => prepared.set(address, await prepareOne(address, prepare)));
		}
		return prepared;
	}

	async function prepareOne<Made>(address: string, prepare: Prepare<Made>): Promise<Prepared<Made>> {
		const reason = missing.get(address);
		if (reason) return leftOut(`the file cannot be fetched: ${reason}`, "severe");
		try {
			const original = originals.get(address);
			if (!original) throw new Error("it was not fetched");
			return await prepare(original, workshop, address);
		} catch (error) {
			const { message } = error as Error;
			if (error instanceof UnusableFileError) return leftOut(message, "warning");
			throw new FaultsError([options.describeFault(address, `the file ${address} cannot be prepared: ${message}`)]);
		}
	}

	const pictures = prepareAll(wanted.pictures, preparePicture);
	const files = prepareAll(wanted.files, prepareFile);
	const tell = progress(options.log, tasks.length);
	await onAllCores(tasks, options, (task) => task().then(tell));
	return {
		pictures,
		/** The path on the site of each file that text links to. */
		files,
		/** Puts the files at some addresses on the site into a folder; other addresses are ignored. */
		publish: async (addresses: Iterable<string>, folder: string): Promise<void> => {
			await mkdir(folder, { recursive: true });
			const publishers = [...new Set(addresses)].flatMap((address) => workshop.publishers.get(address) ?? []);
			await onAllCores(publishers, options, (publish) => publish(folder));
		},
	};
}

const leftOut = (problem: string, severity: "severe" | "warning") => ({
	finding: { severity, problem },
});

async function preparePicture(original: Original, workshop: Workshop): Promise<Prepared<PictureFacts>> {
	const { path, hash } = original;
	const { cache, limits, publishers } = workshop;
	const type = typeOf(await readHead(path))?.type ?? "of an unknown type";
	if (type === "image/svg+xml") return { made: await prepareDrawing(original, workshop) };
	if (!type.startsWith("image/")) throw new UnusableFileError(`the file is not a picture but ${type}`);
	const [key, shareKey] = [keyOf("picture", hash), keyOf("share", hash)];
	const { width, height, widths, fallback, tone, animated } = await cache.obtain(key, () =>
		encodePicture(path, limits),
	);
	const src = `/media/${key}${fallback}`;
	const share = `/media/${shareKey}.jpg`;
	publishers.set(src, (folder) => cache.publish(key, folder));
	publishers.set(share, async (folder) => {
		await cache.obtain(shareKey, () => cropShareImage(path, limits));
		await cache.publish(shareKey, folder);
	});
	const made = { src, width, height, widths, ...(tone ? { tone } : {}), share };
	const finding = {
		severity: "warning",
		problem: "the picture is animated",
		instead: "only the first frame is shown",
	} as const;
	return { made, ...(animated ? { finding } : {}) };
}

/** Has a file published as it is, at an address below `/media/`. */
function publishOriginal(from: string, src: string, { publishers }: Workshop): void {
	publishers.set(src, async (folder) => {
		const to = join(folder, src.slice("/media/".length));
		await mkdir(dirname(to), { recursive: true });
		await linkFile(from, to);
	});
}

async function prepareDrawing({ path, hash }: Original, workshop: Workshop): Promise<PictureFacts> {
	const { size } = await stat(path);
	const most = workshop.limits.maxDrawingBytes;
	if (size > most) throw new UnusableFileError(`the drawing (SVG) has more than ${most} bytes`);
	// In a folder of its own, whose headers keep it from acting when it is opened by itself: `scripts/render/hostRules.ts`.
	const src = `/media/drawings/${hash.slice(0, 16)}.svg`;
	publishOriginal(path, src, workshop);
	return { src, ...(await inspectDrawing(path)) };
}

async function prepareFile(original: Original, workshop: Workshop, address: string): Promise<Prepared<string>> {
	const type = typeOf(await readHead(original.path));
	const claimed = extname(new URL(address).pathname).slice(1).toLowerCase();
	if (!type && isKnownExtension(claimed))
		throw new UnusableFileError(`the file is named .${claimed} and is of another type`);
	if (type?.extension === "svg") return { made: (await prepareDrawing(original, workshop)).src };
	// Unknown types are offered as a download.
	const made = `/media/${original.hash.slice(0, 16)}.${type?.extension ?? "bin"}`;
	publishOriginal(original.path, made, workshop);
	return { made };
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
		const late = `${left} of ${list.length} files were not ready within ${limits.mediaDeadlineMs / 1000} s.`;
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
