import { createReadStream } from "node:fs";
import type sharpModule from "sharp";
import type { Metadata, Sharp } from "sharp";
import { openGraphSize } from "../../../content/chooseOpenGraphPicture.ts";
import type { FocusPlace } from "../../../content/focusPlaces.ts";
import { paperColours } from "../../../renderer/colours.ts";
import type { PullLimits } from "../limits.ts";
import { Problem } from "../problem.ts";
import { FileError, fallbackWidth, listWidths, pictureWidths } from "./fileType.ts";
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
 * @throws FileError when the file cannot be decoded or has too many pixels
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
 * @throws FileError when the file cannot be decoded
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

/** Checks whether a photograph has the data that a camera adds, such as place and date. */
export function hasExif(path: string, limits: PullLimits): Promise<boolean> {
	const reading = decodeFile(path, limits, (original) => original.metadata());
	return reading.then(({ exif }) => exif !== undefined).catch(() => false);
}

/**
 * Runs a task that decodes a file. Imports sharp dynamically, so that a build without new pictures does not load sharp.
 * @throws FileError when the task fails
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
		throw new FileError(await diagnose(path, maxPicturePixels, sharp), cause);
	}
}

/** Formats that cameras and programs write and sharp cannot decode, by bytes near the beginning of the file. */
const foreignFormats: [pattern: RegExp, name: string][] = [
	[/^.{4}ftyp(heic|heix|hevc|mif1|msf1)/s, "HEIC"],
	[/^8BPS/, "Photoshop"],
	[/^%PDF/, "PDF"],
	[/^BM/, "BMP"],
	[/^\s*<svg|^\s*<\?xml/, "SVG"],
	[/^.{4}ftyp/s, "MP4"],
];

/** Finds out why a file cannot be used as a picture. */
async function diagnose(
	path: string,
	maxPixels: number,
	sharp: typeof sharpModule,
): Promise<Problem> {
	const reading = createReadStream(path, { end: 63, encoding: "latin1" });
	const beginning = (await reading.toArray()).join("");
	const [, format] = foreignFormats.find(([pattern]) => pattern.test(beginning)) ?? [];
	if (format) return new Problem("pictureUnreadable", { format });
	const { width = 0, height = 0 } = await sharp(path, { limitInputPixels: false })
		.metadata()
		.catch(() => ({}) as Metadata);
	const pixels = width * height;
	const millions = (count: number) => Math.round(count / 1_000_000);
	if (pixels > maxPixels) {
		const values = { millions: millions(pixels), limit: millions(maxPixels) };
		return new Problem("pictureTooLarge", values);
	}
	return pixels > 0 ? new Problem("pictureCutOff") : new Problem("pictureUnknown");
}
