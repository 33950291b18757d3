import { pages } from "./pages.ts";
import type { RouteName } from "./routes.ts";
import type { PictureValue, Snapshot } from "./snapshot.ts";

/**
 * The AVIF files of a photograph as `srcset` wants them; undefined for a drawing. All are named alike, and like the one file
 * for browsers that know no AVIF: `/media/0f3a…-768.jpg`, `/media/0f3a…-400.avif`.
 */
export function sourceSet({ src, widths }: PictureValue): string | undefined {
	const stem = src.slice(0, src.lastIndexOf("-"));
	return widths?.map((width) => `${stem}-${width}.avif ${width}w`).join(", ");
}

/** The largest file of a picture. */
export function largestFile({ src, widths }: PictureValue): string {
	return widths ? src.replace(/-\d+\.\w+$/, `-${widths.at(-1)}.avif`) : src;
}

/** The pixels of what is cut from a picture for places that show links. */
export const shareSize = { width: 1200, height: 630 };

/** In pixels: a smaller picture would be blurred where links are shown, and one as flat as a line takes minutes to be cut. */
const leastShare = { width: 600, height: 315 };

/**
 * Returns the photograph that represents a page in link previews: the first of its own that is large enough, or else of the
 * home page or the newsletter.
 */
export function sharePicture(snapshot: Snapshot, route: RouteName): PictureValue | undefined {
	const candidates = [...pages[route].pictures(snapshot), ...pages.home.pictures(snapshot), snapshot.newsletter.cover];
	return candidates.find(
		// Drawings have no widths.
		(picture) => picture?.widths && picture.width >= leastShare.width && picture.height >= leastShare.height,
	);
}
