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

/** The photograph that stands for a page where links to it are shown: its own first, or the home page's. */
export function sharePicture(snapshot: Snapshot, route: RouteName): PictureValue | undefined {
	const { home, about, approach, consultations, packages, programmes, functionalTests, newsletter } = snapshot;
	const homePictures = [...home.heroImages, home.heroCover];
	const own: Record<RouteName, (PictureValue | undefined)[]> = {
		home: homePictures,
		about: [about.cover],
		approach: [approach.banner],
		consultations: [consultations.cover],
		packages: packages.packages.map(({ banner }) => banner),
		programmes: programmes.programmes.flatMap(({ coverImages }) => coverImages),
		functionalTests: [functionalTests.functionalTestingExample, ...functionalTests.dnaTests.map(({ cover }) => cover)],
	};
	return [...own[route], ...homePictures, newsletter.cover].find(
		(picture) => picture?.widths && picture.width >= leastShare.width && picture.height >= leastShare.height,
	);
}
