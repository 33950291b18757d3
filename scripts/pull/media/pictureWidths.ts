/** Widths of a photograph's AVIF files, in pixels. The smallest is for portraits of 76 CSS pixels (`sizes.byline`). */
export const pictureWidths = [192, 320, 672, 1152, 1600];

/** Width of the fallback file for browsers without AVIF, in pixels. */
export const fallbackWidth = 672;

/** Minimum ratio between a photograph's own width and the next smaller one of `pictureWidths`. */
const minWidthRatio = 1.2;

/** Lists the widths of a photograph's files. None is larger than the photograph. */
export function listWidths(pictureWidth: number): number[] {
	const largest = Math.min(pictureWidth, ...pictureWidths.slice(-1));
	const smaller = pictureWidths.filter((width) => width * minWidthRatio <= largest);
	return [...smaller, largest];
}
