import { pageFacts } from "./pages.ts";
import type { Route } from "./routes.ts";
import type { PictureValue, Snapshot } from "./snapshot.ts";

export const openGraphSize = { width: 1200, height: 630 };

/**
 * Minimum size of a photograph for link previews, in pixels. sharp would need minutes to enlarge and crop a photograph
 * that is only a few pixels high.
 */
const minSize = { width: 600, height: 315 };

/**
 * Returns the first photograph of the page that is large enough for link previews, the editors' choice first. If the
 * page has none, takes one from the home page or the newsletter entry.
 */
export function chooseOpenGraphPicture(content: Snapshot, route: Route): PictureValue | undefined {
	const { home, newsletter } = content;
	const own = [route.entry.shareImage, ...route.pictures(content)];
	const candidates = [
		...own,
		home.shareImage,
		...pageFacts.home.pictures(content),
		newsletter.cover,
	];
	return candidates.find(isLargePhotograph);
}

/** Checks whether link previews can show a picture. */
export function isLargePhotograph(picture: Omit<PictureValue, "title"> | undefined): boolean {
	// Drawings have no `sources`, and are not used for link previews.
	if (!picture?.sources) return false;
	return picture.width >= minSize.width && picture.height >= minSize.height;
}
