import type { PictureValue } from "../../content/snapshot.ts";

/** Ending of a photograph's `src`, such as "-768.jpg": the file's width in pixels, and its extension. */
const srcEnding = /-(\d+)\.\w+$/;

/**
 * Returns the `srcset` of a photograph's AVIF files, or undefined for a drawing. The names of all files of a photograph differ
 * only in their ends: `/media/0f3a-768.jpg`, `/media/0f3a-400.avif`.
 */
export function avifSourceSet(picture: PictureValue): string | undefined {
	const sources = picture.widths?.map((width) => `${avifFile(picture, width)} ${width}w`);
	return sources?.join(", ");
}

/** Returns the `srcset` of a photograph's file for browsers without AVIF. */
export function fallbackSourceSet({ src }: PictureValue): string {
	const [, width] = srcEnding.exec(src) ?? [];
	return `${src} ${width}w`;
}

/** Returns the address of a picture's largest file. */
export function largestFile(picture: PictureValue): string {
	const largestWidth = picture.widths?.at(-1);
	return largestWidth === undefined ? picture.src : avifFile(picture, largestWidth);
}

function avifFile({ src }: PictureValue, width: number): string {
	return src.replace(srcEnding, `-${width}.avif`);
}
