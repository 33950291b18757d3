import { availableParallelism } from "node:os";
import type { Metadata, OutputInfo, Sharp, SharpOptions } from "sharp";
import { openGraphSize } from "../../../content/openGraphPicture.ts";
import { nearestPlaceholder } from "../../../site/placeholderColours.ts";
import type { PullLimits } from "../limits.ts";
import { UnusableFileError } from "./fileType.ts";
import type { NewEntry } from "./MediaCache.ts";

/** Facts about an encoded photograph. Widths and heights are in pixels. */
export type PhotographFacts = {
	/** Size of the largest file. */
	width: number;
	height: number;
	/** Widths of the AVIF files. */
	widths: number[];
	/** End of the name of the file for browsers without AVIF: a PNG file for a transparent picture. */
	fallback: `-${number}.${"jpg" | "png"}`;
	/** Position in `placeholderColours`, from 1, of the colour nearest to the picture's own. Absent for a transparent picture. */
	placeholderNumber?: number;
	/** Whether the original is animated. */
	animated?: true;
};

/**
 * Settings of the encoder. They are part of each cache key, so changing one of them, or the name of a property, encodes all
 * pictures anew and changes their addresses.
 */
export const recipe = {
	/** Widths for pictures beside text on phones, for phones of density 1.75, of density 2.6 to 3, and for large screens. */
	widths: [320, 672, 1152, 1600],
	/** Maximum height, for pictures that are many screens high. */
	height: 4800,
	avif: {
		/**
		 * Settings of a file that is small enough. Chosen on 17 photographs, 768 pixels wide, with `iq`, the tuning of sharp
		 * 0.35. Quality 40 has a Butteraugli distance (3-norm) of 1.93 in 15.1 KB. Quality 45 of the earlier tuning, `ssim`, has
		 * 1.97 in 17.9 KB. Effort 2 takes twice the time, and effort 0 a third of the time for 10 per cent more bytes.
		 */
		usual: { quality: 40, effort: 1 },
		/** Settings of the largest file, which has no limit. */
		largest: { quality: 40, effort: 0 },
		/**
		 * Settings of a file that would exceed its limit, from best to worst: the first that keeps the limit, or else the last. On
		 * 5 photographs of much detail, 672 pixels wide, quality 38 with effort 3 has the SSIM of the usual settings (0.963) in
		 * three quarters of the bytes and two and a half times the time. In lower qualities fine lines begin to break.
		 */
		frugal: [38, 34, 28, 22].map((quality) => ({ quality, effort: 3 })),
		/**
		 * Maximum size of a file by its width: for phones of density 1.75, and for phones of density 2.6 to 3. The widths are a
		 * fifth larger than those above, because a picture of such a width has its own in place of that one.
		 */
		limits: [
			{ width: 806, bytes: 20_000 },
			{ width: 1382, bytes: 45_000 },
		],
	},
	/** Width of the fallback file: the smallest of the AVIF widths that is at least this, or the largest of them. */
	fallback: { width: 672, jpeg: { quality: 72 }, png: { palette: true } },
	/** Open Graph images. */
	share: { ...openGraphSize, quality: 76, background: "#fbf8f2" },
};

const largestWidth = Math.max(...recipe.widths);

/** Lists the widths of a photograph's AVIF files: its own width, and those of the recipe that are clearly smaller. */
export function listWidths(pictureWidth: number): number[] {
	const largest = Math.min(pictureWidth, largestWidth);
	const smaller = recipe.widths.filter((width) => width * 1.2 <= largest);
	return [...smaller, largest];
}

/**
 * Encodes a photograph as AVIF in several widths, and as one JPEG or PNG file for browsers without AVIF. The files are upright
 * and have no metadata. Only the first frame of an animation is encoded.
 * @throws UnusableFileError when the file cannot be decoded or has too many pixels
 */
export async function encodePicture(path: string, limits: PullLimits): Promise<NewEntry<PhotographFacts>> {
	const decoder = await createDecoder(path, limits);
	const metadata = await decoder.decode((open) => open({ limitInputPixels: false }).metadata());
	refuseTooManyPixels(metadata, limits);
	const original = await decodeOriginal(decoder);
	const { width, height } = original.info;
	const widths = listWidths(width);
	const fallbackWidth = widths.find((candidate) => candidate >= recipe.fallback.width) ?? width;
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

/** Checks whether a picture has several frames. The pages of a TIFF file are no frames. */
function isAnimated({ pages = 1, format }: Metadata): boolean {
	return pages > 1 && format !== "tiff";
}

/** A decoded photograph in its largest size. */
type DecodedPicture = {
	info: OutputInfo;
	isOpaque: boolean;
	/** Returns the photograph in a width, in pixels. */
	resize: (width: number) => Sharp;
};

/** Decodes a photograph once, so that all its files are made of the same pixels. */
async function decodeOriginal({ decode, seconds }: Decoder): Promise<DecodedPicture> {
	const { default: sharp } = await import("sharp");
	const { data, info } = await decode((open) =>
		open()
			.autoOrient()
			.resize({ width: largestWidth, height: recipe.height, fit: "inside", withoutEnlargement: true })
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
	const encoded = isOpaque ? resized.jpeg(recipe.fallback.jpeg) : resized.png(recipe.fallback.png);
	return encoded.toBuffer();
}

async function encodeAvif(picture: Sharp, width: number): Promise<Buffer> {
	const { usual, largest, frugal, limits } = recipe.avif;
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

/** Returns the number of the placeholder colour that is nearest to the dominant colour of a photograph. */
async function findPlaceholder({ resize }: DecodedPicture, width: number): Promise<number> {
	const { default: sharp } = await import("sharp");
	const pixels = await resize(width).png({ compressionLevel: 0 }).toBuffer();
	const { dominant } = await sharp(pixels).stats();
	return nearestPlaceholder(dominant);
}

/**
 * Crops a picture to the size of an Open Graph image, around the part that attracts most attention.
 * @throws UnusableFileError when the file cannot be decoded
 */
export async function cropOpenGraphImage(path: string, limits: PullLimits): Promise<NewEntry<Record<string, never>>> {
	const { decode } = await createDecoder(path, limits);
	const { width, height, quality, background } = recipe.share;
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
	/** Time-out of decoding or encoding, in whole seconds, as sharp takes it. */
	seconds: number;
};

/** Prepares sharp for reading a file. Sharp is imported here, so that a pull without new pictures does not load it. */
async function createDecoder(path: string, limits: PullLimits): Promise<Decoder> {
	const { default: sharp } = await import("sharp");
	sharp.cache(false);
	// libuv has four threads, each with one picture. On more than four cores, several work on the same picture.
	sharp.concurrency(Math.ceil(availableParallelism() / 4));
	const defaults: SharpOptions = { failOn: "error", limitInputPixels: limits.maxPicturePixels };
	const seconds = Math.ceil(limits.encodingTimeoutMs / 1000);
	const open: OpenFile = (options) => sharp(path, { ...defaults, ...options }).timeout({ seconds });
	const decode: Decoder["decode"] = async (task) => {
		try {
			return await task(open);
		} catch (error) {
			// A time-out does not mean that the file is broken.
			const isTimeout = (error as Error).message.startsWith("timeout");
			if (isTimeout) throw new Error(`it takes longer than ${seconds} s`);
			throw new UnusableFileError("the file cannot be decoded");
		}
	};
	return { decode, seconds };
}
