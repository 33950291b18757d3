import { availableParallelism } from "node:os";
import type { Metadata, OutputInfo, Sharp, SharpOptions } from "sharp";
import { openGraphSize } from "../../../content/chooseOpenGraphPicture.ts";
import { paperColours } from "../../../renderer/colours.ts";
import type { PullLimits } from "../limits.ts";
import { UnusableFileError } from "./fileType.ts";
import type { NewEntry } from "./MediaCache.ts";
import {
	fallbackWidth,
	largestWidth,
	listWidths,
	minWidthRatio,
	pictureWidths,
} from "./pictureWidths.ts";

/** Data of an encoded photograph. Widths and heights are in pixels. */
type PhotographFacts = {
	/** Width of the largest AVIF file. */
	width: number;
	height: number;
	widths: number[];
	/** End of the fallback file's name, such as `-672.jpg`. Browsers without AVIF show this file. */
	fallback: `-${number}.${"jpg" | "png"}`;
	/** Whether the original is animated. The encoded files contain only the first frame. */
	animated?: true;
};

/**
 * Returns the maximum width, in pixels, of a photograph for which a second file, `width` pixels wide, would be
 * unnecessary.
 */
const maxWidthInPlaceOf = (width: number): number => Math.floor(width * minWidthRatio);

/**
 * Settings of the encoder. Changing a value or a property name changes the cache keys, so all pictures are encoded
 * again.
 */
export const encoderSettings = {
	widths: pictureWidths,
	/** Maximum height of an encoded picture, in pixels. A higher picture is scaled down. */
	height: 4800,
	avif: {
		sizes: [
			// Quality 39 with effort 3 needs 11 per cent fewer bytes than quality 40 with effort 1, and looks better
			// (measured with Butteraugli).
			{ maxWidth: maxWidthInPlaceOf(672), maxBytes: 20_000, quality: 39, effort: 3 },
			// Effort 0 takes half the time of effort 1, and gives 9 per cent more bytes.
			{ maxWidth: maxWidthInPlaceOf(1152), maxBytes: 45_000, quality: 40, effort: 0 },
			{ maxWidth: 1600, maxBytes: Number.POSITIVE_INFINITY, quality: 40, effort: 0 },
		],
		/** Settings for a file that exceeds `maxBytes`, tried in this order until the file is small enough. */
		frugal: [37, 29, 21].map((quality) => ({ quality, effort: 3 })),
	},
	/** Settings of the fallback file (JPEG or PNG) for browsers without AVIF. */
	fallback: { width: fallbackWidth, jpeg: { quality: 72 }, png: { palette: true } },
	/** Settings of Open Graph images. */
	share: { ...openGraphSize, quality: 76, background: paperColours.light },
};

/**
 * Encodes a photograph as AVIF files, and as one JPEG or PNG file for browsers without AVIF.
 * @throws UnusableFileError when the file cannot be decoded or has too many pixels
 */
export async function encodePicture(
	path: string,
	limits: PullLimits,
): Promise<NewEntry<PhotographFacts>> {
	const metadata = await decodeFile(path, limits, (open) =>
		open({ limitInputPixels: false }).metadata(),
	);
	refuseTooManyPixels(metadata, limits);
	const original = await decodeOriginal(path, limits);
	const { width, height } = original.info;
	const widths = listWidths(width);
	const jpegWidth = widths.find((candidate) => candidate >= fallbackWidth) ?? width;
	const extension = original.isOpaque ? "jpg" : "png";
	const fallback = `-${jpegWidth}.${extension}` as const;
	const files: Record<string, Buffer> = {};
	files[fallback] = await encodeFallback(original, jpegWidth);
	for (const fileWidth of widths) {
		files[`-${fileWidth}.avif`] = await encodeAvif(original.resize(fileWidth), fileWidth);
	}
	const facts: PhotographFacts = { width, height, widths, fallback };
	if ((metadata.pages ?? 1) > 1) facts.animated = true;
	return { facts, files };
}

function refuseTooManyPixels({ width, height }: Metadata, { maxPicturePixels }: PullLimits): void {
	if (width * height <= maxPicturePixels) return;
	const millions = Math.floor(maxPicturePixels / 1_000_000);
	throw new UnusableFileError(
		`the picture has ${width} × ${height} pixels, more than ${millions} million`,
	);
}

/** A decoded photograph, scaled down to its largest published size. */
type DecodedPicture = {
	info: OutputInfo;
	isOpaque: boolean;
	resize: (width: number) => Sharp;
};

/** Decodes a photograph once, so that all its files are made from the same pixels. */
async function decodeOriginal(path: string, limits: PullLimits): Promise<DecodedPicture> {
	const { default: sharp } = await import("sharp");
	const { data, info } = await decodeFile(path, limits, (open) =>
		open()
			.autoOrient()
			.resize({
				width: largestWidth,
				height: encoderSettings.height,
				fit: "inside",
				withoutEnlargement: true,
			})
			.toColourspace("srgb")
			.raw()
			.toBuffer({ resolveWithObject: true }),
	);
	const openPixels = () => sharp(data, { raw: info });
	const isOpaque = info.channels < 4 || (await openPixels().stats()).isOpaque;
	const resize = (width: number) => {
		const resized = openPixels().resize({ width }).timeout(timeoutOf(limits));
		return isOpaque ? resized.removeAlpha() : resized;
	};
	return { info, isOpaque, resize };
}

function encodeFallback({ isOpaque, resize }: DecodedPicture, width: number): Promise<Buffer> {
	const resized = resize(width);
	const encoded = isOpaque
		? resized.jpeg(encoderSettings.fallback.jpeg)
		: resized.png(encoderSettings.fallback.png);
	return encoded.toBuffer();
}

async function encodeAvif(picture: Sharp, width: number): Promise<Buffer> {
	const { sizes, frugal } = encoderSettings.avif;
	const size = sizes.find(({ maxWidth }) => width <= maxWidth);
	if (!size)
		throw new Error(`no setting of encoderSettings.avif.sizes allows a width of ${width} pixels`);
	const encode = ({ quality, effort }: { quality: number; effort: number }) =>
		picture.clone().avif({ quality, effort, chromaSubsampling: "4:2:0" }).toBuffer();
	let file = await encode(size);
	for (const settings of frugal) {
		if (file.length <= size.maxBytes) break;
		file = await encode(settings);
	}
	return file;
}

/**
 * Crops a picture to the size of an Open Graph image.
 * @throws UnusableFileError when the file cannot be decoded
 */
export async function cropOpenGraphImage(
	path: string,
	limits: PullLimits,
): Promise<NewEntry<Record<string, never>>> {
	const { width, height, quality, background } = encoderSettings.share;
	const file = await decodeFile(path, limits, (open) =>
		open()
			.autoOrient()
			.resize({ width, height, fit: "cover", position: "attention" })
			.flatten({ background })
			.toColourspace("srgb")
			.jpeg({ quality, mozjpeg: true })
			.toBuffer(),
	);
	return { facts: {}, files: { ".jpg": file } };
}

/** Returns the time-out of one step. Sharp takes whole seconds. */
function timeoutOf({ encodingTimeoutMs }: PullLimits): { seconds: number } {
	return { seconds: Math.ceil(encodingTimeoutMs / 1000) };
}

type OpenFile = (options?: SharpOptions) => Sharp;

/**
 * Runs a task that decodes a file. Imports sharp dynamically, so that a build without new pictures does not load sharp.
 * @throws UnusableFileError when the file cannot be decoded
 */
async function decodeFile<Result>(
	path: string,
	limits: PullLimits,
	task: (open: OpenFile) => Promise<Result>,
): Promise<Result> {
	const { default: sharp } = await import("sharp");
	sharp.cache(false);
	// libuv's four threads encode four pictures at once, so each picture uses a quarter of the CPU cores.
	sharp.concurrency(Math.ceil(availableParallelism() / 4));
	const defaults: SharpOptions = { failOn: "error", limitInputPixels: limits.maxPicturePixels };
	const timeout = timeoutOf(limits);
	try {
		return await task((options) => sharp(path, { ...defaults, ...options }).timeout(timeout));
	} catch (error) {
		// A time-out does not mean that the file is broken, so the file is not reported as unusable.
		const isTimeout = (error as Error).message.startsWith("timeout");
		if (isTimeout) throw new Error(`it takes longer than ${timeout.seconds} s`);
		throw new UnusableFileError("the file cannot be decoded");
	}
}
