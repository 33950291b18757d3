import type { Sharp } from "sharp";
import { openGraphSize } from "../../../content/chooseOpenGraphPicture.ts";
import type { FocusPlace } from "../../../content/focusPlaces.ts";
import { paperColours } from "../../../renderer/colours.ts";
import type { PullLimits } from "../limits.ts";
import { fallbackWidth, listWidths, pictureWidths, UnusableFileError } from "./fileType.ts";
import type { NewEntry } from "./MediaCache.ts";

/** Settings of the encoder. Changing one changes the cache keys, so all pictures are encoded again. */
export const encoderSettings = {
	widths: pictureWidths,
	avif: { quality: 39, chromaSubsampling: "4:2:0" },
	/** Files for phones get more effort. In larger files, effort 3 saves 20 % of the bytes, but takes 15 times as long. */
	effort: { small: 3, large: 0 },
	/** The fallback file for browsers without AVIF is JPEG, or PNG for a photograph with transparent parts. */
	fallbackWidth,
	jpeg: { quality: 72 },
	png: { palette: true },
	openGraph: { ...openGraphSize, quality: 76, background: paperColours.light },
};

/**
 * Encodes a photograph as AVIF files, and as one JPEG or PNG file for browsers without AVIF.
 * @throws UnusableFileError when the file cannot be decoded or has too many pixels
 */
export function encodePicture(path: string, limits: PullLimits) {
	const { avif, jpeg, png } = encoderSettings;
	const { small, large } = encoderSettings.effort;
	return decodeFile(path, limits, async (original) => {
		const { autoOrient, hasAlpha } = await original.metadata();
		const isOpaque = !hasAlpha || (await original.stats()).isOpaque;
		const resize = (width: number) => {
			const resized = original.clone().resize({ width });
			return isOpaque ? resized.removeAlpha() : resized;
		};
		const widths = listWidths(autoOrient.width);
		const files: Record<string, Buffer> = {};
		let height = 0;
		for (const width of widths) {
			const effort = width <= fallbackWidth ? small : large;
			const encoded = resize(width).avif({ ...avif, effort });
			const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
			files[`-${width}.avif`] = data;
			height = info.height;
		}
		const width = widths.at(-1) ?? 0;
		const jpegWidth = Math.min(fallbackWidth, width);
		const fallback = `-${jpegWidth}.${isOpaque ? "jpg" : "png"}`;
		const resized = resize(jpegWidth);
		files[fallback] = await (isOpaque ? resized.jpeg(jpeg) : resized.png(png)).toBuffer();
		// The size is that of the largest AVIF file, in pixels. Browsers without AVIF show the fallback.
		return { facts: { width, height, widths, fallback }, files };
	});
}

/**
 * Crops a picture to the size of an Open Graph image. Without a focus, sharp chooses the part that attracts attention.
 * @throws UnusableFileError when the file cannot be decoded
 */
export function cropOpenGraphImage(
	path: string,
	limits: PullLimits,
	focus?: FocusPlace,
): Promise<NewEntry<null>> {
	const { width, height, quality, background } = encoderSettings.openGraph;
	// sharp names a corner the other way round: `left top`.
	const position = focus?.split(" ").reverse().join(" ") ?? "attention";
	return decodeFile(path, limits, async (original) => {
		const cropped = original
			.resize({ width, height, fit: "cover", position })
			.flatten({ background })
			.jpeg({ quality, mozjpeg: true });
		return { facts: null, files: { ".jpg": await cropped.toBuffer() } };
	});
}

/**
 * Runs a task that decodes a file. Imports sharp dynamically, so that a build without new pictures does not load sharp.
 * @throws UnusableFileError when the task fails
 */
async function decodeFile<Result>(
	path: string,
	{ maxPicturePixels }: PullLimits,
	task: (original: Sharp) => Promise<Result>,
): Promise<Result> {
	const { default: sharp } = await import("sharp");
	sharp.cache(false);
	// A drawing under the name of a photograph is not decoded either.
	sharp.block({ operation: ["VipsForeignLoadSvg"] });
	try {
		const original = sharp(path, { failOn: "error", limitInputPixels: maxPicturePixels });
		return await task(original.autoOrient());
	} catch (cause) {
		const millions = maxPicturePixels / 1_000_000;
		const problem = `the picture cannot be decoded, or has more than ${millions} million pixels`;
		throw new UnusableFileError(problem, { cause });
	}
}
