import { readFile } from "node:fs/promises";
import type { PictureValue } from "../../../content/snapshot.ts";
import { backdrops, contrast, parseColour, type Rgb } from "../../../site/colours.ts";
import type { PullLimits } from "../limits.ts";
import type { NewEntry } from "./MediaCache.ts";

type Backdrop = NonNullable<PictureValue["backdrop"]>;

/** Facts about the ink of a picture with transparent parts. */
export type InkFacts = Pick<PictureValue, "backdrop">;

/** Settings of the measurement. They are part of the cache key. */
export const inkRecipe = {
	/** Longer side of the measured raster, in pixels. */
	size: 384,
	/** Minimum alpha of ink. Pixels below it count as paper. */
	alpha: 128,
	/** Minimum contrast of ink with what is behind it: WCAG 1.4.11. */
	contrast: 3,
	/** Minimum share of the outline that has this contrast. */
	share: 0.75,
	backdrops,
};

/** Styles of drawings that adapt to the colour scheme themselves. */
const adaptsToScheme = /prefers-color-scheme|light-dark\(/;

/**
 * Chooses what a logo or an icon needs behind it, so that it is visible in both colour schemes. Only ink beside transparent
 * parts is measured, since ink inside a shape contrasts with that shape.
 * @returns no backdrop for a picture that is visible on both papers, has no transparent parts, or cannot be rasterised
 */
export async function measureInk(path: string, limits: PullLimits): Promise<NewEntry<InkFacts>> {
	const file = await readFile(path);
	if (adaptsToScheme.test(file.toString("latin1"))) return { facts: {}, files: {} };
	const outline = await listOutlineColours(file, limits);
	return { facts: chooseBackdrop(outline), files: {} };
}

function chooseBackdrop(outline: Rgb[]): InkFacts {
	if (outline.length === 0) return {};
	const shareOn = (backdrop: Backdrop): number => {
		const colour = parseColour(backdrops[backdrop]);
		const visible = outline.filter((ink) => contrast(ink, colour) >= inkRecipe.contrast);
		return visible.length / outline.length;
	};
	const shares = { light: shareOn("light"), dark: shareOn("dark"), middle: shareOn("middle") };
	if (Math.min(shares.light, shares.dark) >= inkRecipe.share) return {};
	const candidates: Backdrop[] = ["light", "dark", "middle"];
	const best = candidates.reduce((a, b) => (shares[b] > shares[a] ? b : a));
	return { backdrop: best };
}

/** Lists the colours of the pixels at which the ink of a picture ends. Empty when the picture has no transparent parts. */
async function listOutlineColours(file: Buffer, limits: PullLimits): Promise<Rgb[]> {
	const { data, width, height } = await rasterise(file, limits);
	const isInk = (x: number, y: number): boolean => {
		const isInside = x >= 0 && y >= 0 && x < width && y < height;
		return isInside && (data[(y * width + x) * 4 + 3] ?? 0) >= inkRecipe.alpha;
	};
	const outline: Rgb[] = [];
	let inkCount = 0;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			if (!isInk(x, y)) continue;
			inkCount++;
			const isInner = isInk(x - 1, y) && isInk(x + 1, y) && isInk(x, y - 1) && isInk(x, y + 1);
			if (isInner) continue;
			const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4);
			outline.push([red, green, blue]);
		}
	}
	return inkCount === width * height ? [] : outline;
}

/** Decodes a picture in a small size. A picture that the decoder refuses is empty: browsers may show it all the same. */
async function rasterise(file: Buffer, limits: PullLimits): Promise<{ data: Buffer; width: number; height: number }> {
	const { default: sharp } = await import("sharp");
	const { size } = inkRecipe;
	try {
		const { data, info } = await sharp(file, { limitInputPixels: limits.maxPicturePixels })
			.autoOrient()
			.resize({ width: size, height: size, fit: "inside" })
			.timeout({ seconds: Math.ceil(limits.encodingTimeoutMs / 1000) })
			.toColourspace("srgb")
			.ensureAlpha()
			.raw()
			.toBuffer({ resolveWithObject: true });
		return { data, width: info.width, height: info.height };
	} catch {
		return { data: Buffer.alloc(0), width: 0, height: 0 };
	}
}
