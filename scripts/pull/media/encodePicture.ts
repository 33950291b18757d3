import { availableParallelism } from "node:os";
import type { Sharp, SharpOptions } from "sharp";
import { shareSize } from "../../../content/pictures.ts";
import { nearestPlaceholder } from "../../../site/placeholderColours.ts";
import type { PullLimits } from "../limits.ts";
import { UnusableFileError } from "./fileType.ts";
import type { Made } from "./MediaCache.ts";

/** Facts about an encoded photograph. Widths and heights are in pixels. */
export type PhotographFacts = {
	/** Size of the largest file. */
	width: number;
	height: number;
	widths: number[];
	/** Extension of the one file for browsers without AVIF; PNG for a transparent picture. */
	fallback: `-${number}.${"jpg" | "png"}`;
	/** The number of its colour in `placeholderColours`; absent where it is transparent. */
	tone?: number;
	/** Whether it moves in the original. */
	animated?: true;
};

/** Part of the cache's keys: whatever changes the files must change this. */
export const recipe = {
	/** Widths for: pictures beside words on phones, phones of density 1.75, phones of density 2.6 to 3, and large screens. */
	widths: [320, 672, 1152, 1600],
	/** The greatest height, for pictures of many screens. */
	height: 4800,
	avif: {
		/**
		 * The first, or the next ones where a file of at most `phoneWidth` would have more than `phoneBytes`.
		 * Chosen on 17 photographs (leaves, flowers, wood, water; 768 pixels wide) with the tuning of sharp 0.35, `iq`: 40 looks
		 * as 45 of the earlier one, `ssim`, does at twice its size, and has a Butteraugli distance (3-norm) of 1.93 for 1.97, in
		 * 15.1 KB for 17.9; what is full of detail has little more than half the bytes. At 32 (2.45) fine lines begin to break.
		 */
		qualities: [40, 34, 28, 22],
		phoneWidth: 672,
		phoneBytes: 30_000,
		/** 2 takes twice the time for the same size, 0 a third of it for a tenth more. */
		effort: 1,
		largestEffort: 0,
	},
	/** One file of the first such width, or the largest. */
	fallback: { width: 672, jpeg: { quality: 72 }, png: { palette: true } },
	share: { ...shareSize, quality: 76, background: "#fbf8f2" },
};

/** The widths of the files of a photograph so wide: none larger than itself, and no two that are almost the same. */
export function widthsFor(width: number): number[] {
	const last = Math.min(width, recipe.widths.at(-1) ?? width);
	return [...recipe.widths.filter((candidate) => candidate * 1.2 <= last), last];
}

/**
 * Makes the files of a photograph: AVIF, and one JPEG or PNG for old browsers, upright and with nothing but pixels in them.
 * An animation is reduced to its first frame.
 * @throws UnusableFileError when it cannot be decoded or has too many pixels
 */
export async function encodePicture(path: string, limits: PullLimits): Promise<Made<PhotographFacts>> {
	const { open, decode } = await opener(path, limits);
	const head = await decode(() => open({ limitInputPixels: false }).metadata());
	if (head.width * head.height > limits.maxPicturePixels) {
		const most = Math.floor(limits.maxPicturePixels / 1_000_000);
		throw new UnusableFileError(`the picture has ${head.width} × ${head.height} pixels, more than ${most} million`);
	}
	const [width = 0] = recipe.widths.slice(-1);
	// Decoded once, as small as it is ever needed.
	const original = await decode(() =>
		open()
			.autoOrient()
			.resize({ width, height: recipe.height, fit: "inside", withoutEnlargement: true })
			.toColourspace("srgb")
			.raw()
			.toBuffer({ resolveWithObject: true }),
	);
	const { default: sharp } = await import("sharp");
	const pixels = () => sharp(original.data, { raw: original.info });
	const isOpaque = original.info.channels < 4 || (await pixels().stats()).isOpaque;
	const shrink = (width: number) => {
		const picture = pixels()
			.resize({ width })
			.timeout({ seconds: Math.ceil(limits.encodingTimeoutMs / 1000) });
		return isOpaque ? picture.removeAlpha() : picture;
	};
	const widths = widthsFor(original.info.width);
	const shown = widths.find((candidate) => candidate >= recipe.fallback.width) ?? original.info.width;
	const fallback = `-${shown}.${isOpaque ? "jpg" : "png"}` as const;
	const old = isOpaque ? shrink(shown).jpeg(recipe.fallback.jpeg) : shrink(shown).png(recipe.fallback.png);
	const files: Record<string, Buffer> = { [fallback]: await old.toBuffer() };
	for (const width of widths) files[`-${width}.avif`] = await encodeAvif(shrink(width), width);
	const [smallest = 1] = widths;
	const { dominant } = await sharp(await shrink(smallest).png({ compressionLevel: 0 }).toBuffer()).stats();
	return {
		facts: {
			width: original.info.width,
			height: original.info.height,
			widths,
			fallback,
			...(isOpaque ? { tone: nearestPlaceholder(dominant) } : {}),
			...((head.pages ?? 1) > 1 && head.format !== "tiff" ? { animated: true } : {}),
		},
		files,
	};
}

async function encodeAvif(picture: Sharp, width: number): Promise<Buffer> {
	const { qualities, phoneWidth, phoneBytes, ...efforts } = recipe.avif;
	const effort = width < (recipe.widths.at(-1) ?? 0) ? efforts.effort : efforts.largestEffort;
	let file = Buffer.alloc(0);
	for (const quality of qualities) {
		file = await picture.clone().avif({ quality, effort, chromaSubsampling: "4:2:0" }).toBuffer();
		if (width > phoneWidth || file.length <= phoneBytes) break;
	}
	return file;
}

/**
 * Cuts the picture that stands for a page where links to it are shown: 1200 × 630 pixels, round what draws the eye.
 * @throws UnusableFileError when it cannot be decoded
 */
export async function cropShareImage(path: string, limits: PullLimits): Promise<Made<Record<string, never>>> {
	const { open, decode } = await opener(path, limits);
	const { width, height, quality, background } = recipe.share;
	const file = await decode(() =>
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

/** Reads a file by sharp, which is loaded now: a pull that finds everything in the cache does without. */
async function opener(path: string, limits: PullLimits) {
	const { default: sharp } = await import("sharp");
	sharp.cache(false);
	// A picture a thread, of which libuv has four; more cores than that work together on one.
	sharp.concurrency(Math.ceil(availableParallelism() / 4));
	const ours: SharpOptions = { failOn: "error", limitInputPixels: limits.maxPicturePixels };
	const seconds = Math.ceil(limits.encodingTimeoutMs / 1000);
	const open = (options: SharpOptions = {}) => sharp(path, { ...ours, ...options }).timeout({ seconds });
	const decode = <T>(work: () => Promise<T>): Promise<T> =>
		work().catch((error: Error) => {
			// Slowness says nothing about the picture.
			if (error.message.startsWith("timeout")) throw new Error(`it takes longer than ${seconds} s`);
			throw new UnusableFileError("the file cannot be decoded");
		});
	return { open, decode };
}
