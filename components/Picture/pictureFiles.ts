import type { PictureValue } from "../../content/snapshot.ts";

/** Matches the end of a photograph's `src`, such as `-768.jpg`: width in pixels and extension. */
const srcEnding = /-(\d+)\.\w+$/;

/**
 * Returns the `srcset` of a photograph's AVIF files, such as `/media/0f3a-400.avif 400w`, or undefined for a drawing.
 */
export function formatAvifSourceSet(picture: PictureValue): string | undefined {
	const sources = picture.widths?.map((width) => `${avifFile(picture, width)} ${width}w`);
	return sources?.join(", ");
}

/** Returns the `srcset` of a photograph's JPEG or PNG file, for browsers without AVIF: `/media/0f3a-768.jpg 768w`. */
export function formatFallbackSourceSet({ src }: PictureValue): string {
	const [, width] = srcEnding.exec(src) ?? [];
	return `${src} ${width}w`;
}

export function findLargestFile(picture: PictureValue): string {
	const largestWidth = picture.widths?.at(-1);
	return largestWidth === undefined ? picture.src : avifFile(picture, largestWidth);
}

function avifFile({ src }: PictureValue, width: number): string {
	return src.replace(srcEnding, `-${width}.avif`);
}
