import type { Page } from "@playwright/test";

/** Widths in pixels. `fileWidths` are those of the picture's files, from the smallest to the largest. */
type MeasuredPicture = {
	src: string;
	fileWidths: number[];
	declaredWidth: number;
	neededWidth: number;
};

export function measurePictures(page: Page): Promise<MeasuredPicture[]> {
	// Excludes the hero's overlapping and cropped pictures, because their visible widths cannot be compared with `sizes`.
	return page.locator("source + img:not(.hero-pictures *)").evaluateAll((images) => {
		/** Returns the length that a `sizes` attribute declares for the current viewport. */
		function findLength(sizes: string): string {
			const separator = /,\s*(?![^(]*\))/;
			const feature = String.raw`\(.*?\)`;
			const candidate = new RegExp(
				`^(?:(?<condition>${feature}(?: and ${feature})*) )?(?<length>.*)$`,
			);
			for (const part of sizes.replace(/^auto, /, "").split(separator)) {
				const { condition, length = "" } = candidate.exec(part)?.groups ?? {};
				if (!condition || matchMedia(condition).matches) return length;
			}
			return "";
		}

		function measureLength(length: string): number {
			const probe = document.createElement("div");
			probe.style.width = length;
			document.body.append(probe);
			const { width } = probe.getBoundingClientRect();
			probe.remove();
			return width;
		}

		function measureNeededWidth(image: HTMLImageElement): number {
			const { width, height } = image.getBoundingClientRect();
			const isCropped = getComputedStyle(image).objectFit === "cover";
			if (!isCropped) return width;
			const ratio = Number(image.getAttribute("width")) / Number(image.getAttribute("height"));
			return Math.max(width, height * ratio);
		}

		return images
			.filter((image) => image instanceof HTMLImageElement)
			.map((image) => {
				const { sizes = "", srcset = "" } = image.parentElement?.querySelector("source") ?? {};
				return {
					src: image.src,
					fileWidths: Array.from(srcset.matchAll(/ (\d+)w/g), ([, width]) => Number(width)),
					declaredWidth: measureLength(findLength(sizes)),
					neededWidth: measureNeededWidth(image),
				};
			});
	});
}

/**
 * Checks whether `sizes` leads to the wrong file at one device pixel per CSS pixel: one that is smaller than the picture
 * in the layout, or larger than the next width after the smallest sufficient one.
 */
export function isDeclaredWrongly({
	fileWidths,
	declaredWidth,
	neededWidth,
}: MeasuredPicture): boolean {
	if (neededWidth === 0) return false;
	const countSmaller = (width: number) =>
		fileWidths.slice(0, -1).filter((fileWidth) => fileWidth < width).length;
	const [chosen, sufficient] = [countSmaller(declaredWidth), countSmaller(Math.floor(neededWidth))];
	return chosen < sufficient || chosen > sufficient + 1;
}
