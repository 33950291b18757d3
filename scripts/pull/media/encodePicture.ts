import { availableParallelism } from "node:os";
import type { Metadata, OutputInfo, Sharp, SharpOptions } from "sharp";
import { openGraphSize } from "../../../content/chooseOpenGraphPicture.ts";
import { findNearestPlaceholder } from "../../../site/placeholderColours.ts";
import type { PullLimits } from "../limits.ts";
import { UnusableFileError } from "./fileType.ts";
import type { NewEntry } from "./MediaCache.ts";

/** Properties of an encoded photograph. Widths and heights are in pixels. */
export type PhotographFacts = {
	/** Width of the largest file. */
	width: number;
	height: number;
	/** Widths of the AVIF files. */
	widths: number[];
	/**
	 * End of the fallback file's name, such as `-672.jpg`. Browsers without AVIF load this file. It is a PNG when the
	 * picture is transparent, or else a JPEG.
	 */
	fallback: `-${number}.${"jpg" | "png"}`;
	/**
	 * Number of the placeholder colour that is nearest to the picture's dominant colour: the colour's position in
	 * `placeholderColours`, counted from 1. Absent for a transparent picture.
	 */
	placeholderNumber?: number;
	/** Whether the original is animated. Only the first frame is encoded. */
	animated?: true;
};

/**
 * Settings of the encoder. They are part of each cache key, so changing a value or a property name encodes all pictures
 * again, with new addresses.
 */
export const encoderSettings = {
	/**
	 * Widths of the AVIF files, in pixels: 320 for pictures beside text on phones, 672 for phones with a pixel density of
	 * 1.75, 1152 for phones with a density of 2.6 to 3, and 1600 for large screens.
	 */
	widths: [320, 672, 1152, 1600],
	/** Maximum height of an encoded picture, in pixels. A higher picture is scaled down. */
	height: 4800,
	avif: {
		/**
		 * Settings for files that are narrower than the largest width. A file that exceeds its size limit is encoded again
		 * with the `frugal` settings. Measured on 17 photographs, 768 pixels wide, with sharp 0.35: quality 40 gives 15.1
		 * KB at a Butteraugli distance (3-norm) of 1.93. Compared with effort 1, effort 2 takes twice the time. Effort 0
		 * takes a third of the time, but gives 10 per cent more bytes.
		 */
		usual: { quality: 40, effort: 1 },
		/** Settings for files of the largest width, which have no size limit. */
		largest: { quality: 40, effort: 0 },
		/**
		 * Settings for a file that exceeds its size limit with the `usual` settings, tried in this order until the file is
		 * small enough. Measured on 5 photographs with much detail, 672 pixels wide: quality 38 with effort 3 has the same
		 * SSIM as `usual` (0.963) and three quarters of its bytes, but takes two and a half times as long. Lower qualities
		 * begin to break fine lines.
		 */
		frugal: [38, 34, 28, 22].map((quality) => ({ quality, effort: 3 })),
		/**
		 * Maximum file sizes. Each applies to files that are at most `width` pixels wide. A photograph that is 673 to 806
		 * pixels wide (672 × 1.2) is encoded in its own width instead of 672. The limit for 672 therefore applies up to
		 * 806, and the limit for 1152 applies up to 1382.
		 */
		limits: [
			{ width: 806, bytes: 20_000 },
			{ width: 1382, bytes: 45_000 },
		],
	},
	/**
	 * Settings of the fallback file (JPEG or PNG). Each photograph has AVIF files in several widths, and the fallback
	 * file has one of these widths: the smallest that is at least `width` pixels, or the largest when all are smaller.
	 */
	fallback: { width: 672, jpeg: { quality: 72 }, png: { palette: true } },
	/** Settings of Open Graph images. */
	share: { ...openGraphSize, quality: 76, background: "#fbf8f2" },
};

const largestWidth = Math.max(...encoderSettings.widths);

/**
 * Lists the widths of a photograph's AVIF files, in pixels. For example, a photograph that is 1000 pixels wide has
 * files of 320, 672 and 1000 pixels. The last width is the photograph's own, but at most 1600 (the largest of
 * `encoderSettings.widths`). The others are those of `encoderSettings.widths` that are at least a sixth smaller.
 */
export function listWidths(pictureWidth: number): number[] {
	const largest = Math.min(pictureWidth, largestWidth);
	const smaller = encoderSettings.widths.filter((width) => width * 1.2 <= largest);
	return [...smaller, largest];
}

/**
 * Encodes a photograph as AVIF in several widths, and as one JPEG or PNG file for browsers without AVIF. The files are
 * upright and contain no metadata. Only the first frame of an animation is encoded.
 * @throws UnusableFileError when the file cannot be decoded or has too many pixels
 */
export async function encodePicture(path: string, limits: PullLimits): Promise<NewEntry<PhotographFacts>> {
	const decoder = await createDecoder(path, limits);
	const metadata = await decoder.decode((open) => open({ limitInputPixels: false }).metadata());
	refuseTooManyPixels(metadata, limits);
	const original = await decodeOriginal(decoder);
	const { width, height } = original.info;
	const widths = listWidths(width);
	const fallbackWidth = widths.find((candidate) => candidate >= encoderSettings.fallback.width) ?? width;
	const extension = original.isOpaque ? "jpg" : "png";
	const fallback = `-${fallbackWidth}.${extension}` as const;
	const files: Record<string, Buffer> = {};
	files[fallback] = await encodeFallback(original, fallbackWidth);
	for (const fileWidth of widths) {
		files[`-${fileWidth}.avif`] = await encodeAvif(original.resize(fileWidth), fileWidth);
	}
	const facts: PhotographFacts = { width, height, widths, fallback };
	if (original.isOpaque) facts.placeholderNumber = await findPlaceholder(original, widths[0] ?? width);
	if (isAnimated(metadata)) facts.animated = true;
	return { facts, files };
}

function refuseTooManyPixels({ width, height }: Metadata, { maxPicturePixels }: PullLimits): void {
	if (width * height <= maxPicturePixels) return;
	const millions = Math.floor(maxPicturePixels / 1_000_000);
	throw new UnusableFileError(`the picture has ${width} × ${height} pixels, more than ${millions} million`);
}

/** Checks whether a picture is animated. A TIFF file can also have several `pages`, but is not animated. */
function isAnimated({ pages = 1, format }: Metadata): boolean {
	return pages > 1 && format !== "tiff";
}

/** A decoded photograph, scaled down to its largest published size. */
type DecodedPicture = {
	info: OutputInfo;
	isOpaque: boolean;
	/** Returns the photograph, scaled to a width in pixels. */
	resize: (width: number) => Sharp;
};

/** Decodes a photograph once, so that all its files are made from the same pixels. */
async function decodeOriginal({ decode, seconds }: Decoder): Promise<DecodedPicture> {
	const { default: sharp } = await import("sharp");
	const { data, info } = await decode((open) =>
		open()
			.autoOrient()
			.resize({ width: largestWidth, height: encoderSettings.height, fit: "inside", withoutEnlargement: true })
			.toColourspace("srgb")
			.raw()
			.toBuffer({ resolveWithObject: true }),
	);
	const openPixels = () => sharp(data, { raw: info });
	const isOpaque = info.channels < 4 || (await openPixels().stats()).isOpaque;
	const resize = (width: number) => {
		const resized = openPixels().resize({ width }).timeout({ seconds });
		return isOpaque ? resized.removeAlpha() : resized;
	};
	return { info, isOpaque, resize };
}

function encodeFallback({ isOpaque, resize }: DecodedPicture, width: number): Promise<Buffer> {
	const resized = resize(width);
	const encoded = isOpaque ? resized.jpeg(encoderSettings.fallback.jpeg) : resized.png(encoderSettings.fallback.png);
	return encoded.toBuffer();
}

async function encodeAvif(picture: Sharp, width: number): Promise<Buffer> {
	const { usual, largest, frugal, limits } = encoderSettings.avif;
	const encode = (settings: typeof usual) =>
		picture
			.clone()
			.avif({ ...settings, chromaSubsampling: "4:2:0" })
			.toBuffer();
	let file = await encode(width < largestWidth ? usual : largest);
	const limit = limits.find((candidate) => width <= candidate.width);
	for (const settings of frugal) {
		if (!limit || file.length <= limit.bytes) break;
		file = await encode(settings);
	}
	return file;
}

/** Returns the number of the placeholder colour that is nearest to a photograph's dominant colour. */
async function findPlaceholder({ resize }: DecodedPicture, width: number): Promise<number> {
	const { default: sharp } = await import("sharp");
	const pixels = await resize(width).png({ compressionLevel: 0 }).toBuffer();
	const { dominant } = await sharp(pixels).stats();
	return findNearestPlaceholder(dominant);
}

/**
 * Crops a picture to the size of an Open Graph image. Sharp's `attention` strategy chooses the part to keep.
 * @throws UnusableFileError when the file cannot be decoded
 */
export async function cropOpenGraphImage(path: string, limits: PullLimits): Promise<NewEntry<Record<string, never>>> {
	const { decode } = await createDecoder(path, limits);
	const { width, height, quality, background } = encoderSettings.share;
	const file = await decode((open) =>
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

type OpenFile = (options?: SharpOptions) => Sharp;

type Decoder = {
	/**
	 * Runs a task that decodes the file.
	 * @throws UnusableFileError when the file cannot be decoded
	 */
	decode: <Result>(task: (open: OpenFile) => Promise<Result>) => Promise<Result>;
	/** Time-out of decoding or encoding. Sharp takes whole seconds. */
	seconds: number;
};

/** Creates a decoder for a file. Imports sharp only here, so a build without new pictures does not load it. */
async function createDecoder(path: string, limits: PullLimits): Promise<Decoder> {
	const { default: sharp } = await import("sharp");
	sharp.cache(false);
	// libuv's four threads encode four pictures at once, so each picture uses a quarter of the CPU cores.
	sharp.concurrency(Math.ceil(availableParallelism() / 4));
	const defaults: SharpOptions = { failOn: "error", limitInputPixels: limits.maxPicturePixels };
	const seconds = Math.ceil(limits.encodingTimeoutMs / 1000);
	const open: OpenFile = (options) => sharp(path, { ...defaults, ...options }).timeout({ seconds });
	const decode: Decoder["decode"] = async (task) => {
		try {
			return await task(open);
		} catch (error) {
			// A time-out does not mean that the file is broken, so the file is not reported as unusable.
			const isTimeout = (error as Error).message.startsWith("timeout");
			if (isTimeout) throw new Error(`it takes longer than ${seconds} s`);
			throw new UnusableFileError("the file cannot be decoded");
		}
	};
	return { decode, seconds };
}
