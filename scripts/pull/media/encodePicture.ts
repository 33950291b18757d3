import { availableParallelism } from "node:os";
import type { Metadata, OutputInfo, Sharp, SharpOptions } from "sharp";
import { openGraphSize } from "../../../content/openGraphPicture.ts";
import { nearestPlaceholder } from "../../../site/placeholderColours.ts";
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
	 * End of the fallback file's name, for browsers without AVIF. The file is a PNG when the picture is transparent, or
	 * else a JPEG.
	 */
	fallback: `-${number}.${"jpg" | "png"}`;
	/**
	 * Position in `placeholderColours` of the colour nearest to the picture's own, counted from 1. Absent for a
	 * transparent picture.
	 */
	placeholderNumber?: number;
	/** Whether the original is animated. Only the first frame is encoded. */
	animated?: true;
};

/**
 * Settings of the encoder. They are part of each cache key. A changed value or property name therefore encodes all
 * pictures again, with new addresses.
 */
export const recipe = {
	/**
	 * Widths of the files, in pixels: for pictures beside text on phones, for phones with a pixel density of 1.75, for
	 * phones with a density of 2.6 to 3, and for large screens.
	 */
	widths: [320, 672, 1152, 1600],
	/** Maximum height, in pixels, for pictures that are many screens high. */
	height: 4800,
	avif: {
		/**
		 * Settings for files within their size limit. They were chosen with 17 photographs, 768 pixels wide, and `iq`, the
		 * tuning of sharp 0.35. Quality 40 has a Butteraugli distance (3-norm) of 1.93 in 15.1 KB. Quality 45 of the
		 * earlier tuning, `ssim`, has 1.97 in 17.9 KB. Effort 2 takes twice the time. Effort 0 takes a third of the time,
		 * for 10 per cent more bytes.
		 */
		usual: { quality: 40, effort: 1 },
		/** Settings for the largest file, which has no size limit. */
		largest: { quality: 40, effort: 0 },
		/**
		 * Settings for a file that would exceed its size limit, from best to worst. The first setting that keeps the limit
		 * is used, or else the last. The settings were tested with 5 photographs of much detail, 672 pixels wide. Quality
		 * 38 with effort 3 has the SSIM of the `usual` settings (0.963) in three quarters of the bytes and two and a half
		 * times the time. At lower qualities fine lines begin to break.
		 */
		frugal: [38, 34, 28, 22].map((quality) => ({ quality, effort: 3 })),
		/**
		 * Maximum file sizes, each for files up to a width. The limit for a width of 672 applies up to 806, a fifth more. A
		 * picture of up to 806 pixels is encoded in its own width and not in 672. The same is true of 1152 and 1382.
		 */
		limits: [
			{ width: 806, bytes: 20_000 },
			{ width: 1382, bytes: 45_000 },
		],
	},
	/**
	 * Settings of the fallback file. Its width is the smallest AVIF width that is at least `width`, or else the largest
	 * AVIF width.
	 */
	fallback: { width: 672, jpeg: { quality: 72 }, png: { palette: true } },
	/** Settings of Open Graph images. */
	share: { ...openGraphSize, quality: 76, background: "#fbf8f2" },
};

const largestWidth = Math.max(...recipe.widths);

/**
 * Lists the widths of a photograph's AVIF files: its own width, and the widths of `recipe` that are at least a sixth
 * smaller.
 */
export function listWidths(pictureWidth: number): number[] {
	const largest = Math.min(pictureWidth, largestWidth);
	const smaller = recipe.widths.filter((width) => width * 1.2 <= largest);
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

/** Checks whether a picture is animated. A TIFF file also has several `pages`, but they are no animation. */
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

/** Returns the number of the placeholder colour that is nearest to a photograph's dominant colour. */
async function findPlaceholder({ resize }: DecodedPicture, width: number): Promise<number> {
	const { default: sharp } = await import("sharp");
	const pixels = await resize(width).png({ compressionLevel: 0 }).toBuffer();
	const { dominant } = await sharp(pixels).stats();
	return nearestPlaceholder(dominant);
}

/**
 * Crops a picture to the size of an Open Graph image. Sharp's `attention` strategy chooses the part to keep.
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
	/** Time-out of decoding or encoding. Sharp takes whole seconds. */
	seconds: number;
};

/** Creates a decoder for a file. Imports sharp only here, so a build without new pictures does not load it. */
async function createDecoder(path: string, limits: PullLimits): Promise<Decoder> {
	const { default: sharp } = await import("sharp");
	sharp.cache(false);
	// Each of libuv's four threads encodes one picture. On a machine with more cores, sharp uses several threads for a
	// picture.
	sharp.concurrency(Math.ceil(availableParallelism() / 4));
	const defaults: SharpOptions = { failOn: "error", limitInputPixels: limits.maxPicturePixels };
	const seconds = Math.ceil(limits.encodingTimeoutMs / 1000);
	const open: OpenFile = (options) => sharp(path, { ...defaults, ...options }).timeout({ seconds });
	const decode: Decoder["decode"] = async (task) => {
		try {
			return await task(open);
		} catch (error) {
			// A picture that takes too long to decode is not reported as broken.
			const isTimeout = (error as Error).message.startsWith("timeout");
			if (isTimeout) throw new Error(`it takes longer than ${seconds} s`);
			throw new UnusableFileError("the file cannot be decoded");
		}
	};
	return { decode, seconds };
}
