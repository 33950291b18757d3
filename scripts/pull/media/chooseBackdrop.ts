import { readFile } from "node:fs/promises";
import type { PictureValue } from "../../../content/snapshot.ts";
import { backdrops, computeContrast, parseColour, type Rgb } from "../../../renderer/colours.ts";
import type { PullLimits } from "../limits.ts";
import type { NewEntry } from "./MediaCache.ts";

type Backdrop = NonNullable<PictureValue["backdrop"]>;

export type BackdropFacts = Pick<PictureValue, "backdrop">;

/** Settings of `chooseBackdrop`. Changing a value changes the cache keys, so all backdrops are chosen again. */
export const backdropSettings = {
	/** Size, in pixels, to which a picture's longer side is scaled before its colours are read. */
	size: 384,
	/** Minimum alpha of an opaque pixel ("ink"). Pixels with a lower alpha count as transparent. */
	alpha: 128,
	/**
	 * Minimum contrast (WCAG 1.4.11) of an outline pixel with the background. An outline pixel is opaque, and beside a
	 * transparent one.
	 */
	contrast: 3,
	/** Minimum fraction of a logo's outline pixels that must reach `contrast`. */
	share: 0.75,
	backdrops,
};

/** Matches SVG files with styles for both colour schemes. Such files need no backdrop. */
const adaptsToScheme = /prefers-color-scheme|light-dark\(/;

/** Chooses a backdrop (background colour) for a logo or icon that would be hard to see in one colour scheme. */
export async function chooseBackdrop(
	path: string,
	limits: PullLimits,
): Promise<NewEntry<BackdropFacts>> {
	const file = await readFile(path);
	if (adaptsToScheme.test(file.toString("latin1"))) return { facts: {}, files: {} };
	const outline = await listOutlineColours(file, limits);
	return { facts: findBestBackdrop(outline), files: {} };
}

function findBestBackdrop(outline: Rgb[]): BackdropFacts {
	if (outline.length === 0) return {};
	const shareOn = (backdrop: Backdrop): number => {
		const colour = parseColour(backdrops[backdrop]);
		const visible = outline.filter(
			(ink) => computeContrast(ink, colour) >= backdropSettings.contrast,
		);
		return visible.length / outline.length;
	};
	const shares = { light: shareOn("light"), dark: shareOn("dark"), middle: shareOn("middle") };
	if (Math.min(shares.light, shares.dark) >= backdropSettings.share) return {};
	const candidates: Backdrop[] = ["light", "dark", "middle"];
	const best = candidates.reduce((a, b) => (shares[b] > shares[a] ? b : a));
	return { backdrop: best };
}

/**
 * Lists the colours of a picture's outline (its opaque pixels beside transparent ones). Returns an empty list when the
 * picture has no transparent parts.
 */
async function listOutlineColours(file: Buffer, limits: PullLimits): Promise<Rgb[]> {
	const { data, width, height } = await rasterise(file, limits);
	const isInk = (x: number, y: number): boolean => {
		const isInside = x >= 0 && y >= 0 && x < width && y < height;
		return isInside && (data[(y * width + x) * 4 + 3] ?? 0) >= backdropSettings.alpha;
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

/** Decodes a picture at a small size. Returns no pixels when the sharp library cannot decode the picture. */
async function rasterise(
	file: Buffer,
	limits: PullLimits,
): Promise<{ data: Buffer; width: number; height: number }> {
	const { default: sharp } = await import("sharp");
	const { size } = backdropSettings;
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
