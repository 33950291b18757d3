import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { wideScreen } from "../../components/Picture/sizes.ts";
import { chooseOpenGraphPicture } from "../../content/chooseOpenGraphPicture.ts";
import { clientFolder, loadPages, snapshots } from "./sitePages.ts";

const pages = loadPages();

/** Parses a `srcset` attribute. Returns its URLs by width. */
function readSources(srcset: string | null | undefined): Map<number, string> {
	const candidates = (srcset ?? "").split(",").map((candidate) => candidate.trim().split(" "));
	return new Map(
		candidates.map(([address = "", width = ""]) => [Number.parseInt(width, 10), address]),
	);
}

const fileOf = (address: string) => join(clientFolder, address);

describe.each(pages)("$file", ({ document, locale, route }) => {
	const images = [...document.querySelectorAll("img")];
	const sourceOf = (image: Element) => image.parentElement?.querySelector("source");
	const photographs = images.filter(sourceOf);

	test("has the size of every picture in its markup", async () => {
		expect(images.length).toBeGreaterThan(0);
		for (const image of images) {
			const [width, height] = ["width", "height"].map((name) => Number(image.getAttribute(name)));
			expect(width, image.outerHTML).toBeGreaterThan(0);
			expect(height, image.outerHTML).toBeGreaterThan(0);
			expect(image.hasAttribute("alt"), image.outerHTML).toBe(true);
			if (!photographs.includes(image)) continue;
			const largest = readSources(sourceOf(image)?.getAttribute("srcset")).get(width ?? 0) ?? "";
			expect(await sharp(fileOf(largest)).metadata(), image.outerHTML).toMatchObject({
				width,
				height,
			});
		}
	});

	test("preloads at most one picture, and loads the others lazily", () => {
		const preloads = [...document.querySelectorAll("link[rel=preload][as=image]")];
		const inOrder = [...document.querySelectorAll("link[rel=preload]")];
		expect(inOrder.slice(0, preloads.length), "pictures before fonts").toEqual(preloads);
		const preload = preloads[0];
		const preloaded = photographs.filter((image) => {
			return sourceOf(image)?.getAttribute("srcset") === preload?.getAttribute("imagesrcset");
		});
		expect(preloads.length).toBeLessThanOrEqual(1);
		expect(preloaded).toHaveLength(preloads.length);
		for (const image of photographs) {
			const isFirst = preloaded.includes(image);
			expect(image.getAttribute("loading"), image.outerHTML).toBe(isFirst ? "eager" : "lazy");
			if (!isFirst || !preload) continue;
			const read = (name: string) => preload.getAttribute(name);
			expect(read("imagesizes")).toBe(sourceOf(image)?.getAttribute("sizes"));
			expect([read("type"), read("href"), read("fetchpriority")]).toEqual([
				"image/avif",
				null,
				"high",
			]);
			expect([null, wideScreen]).toContain(read("media"));
			// On phones the words come before a picture that only wide screens preload.
			expect(image.getAttribute("fetchpriority")).toBe(read("media") ? "low" : "high");
		}
	});

	test("has the Open Graph image of the picture that represents the page", async () => {
		const meta = (name: string) =>
			document.querySelector(`meta[property="og:${name}"]`)?.getAttribute("content");
		if (!route) return expect(meta("image")).toBeUndefined();
		const { pathname } = new URL(meta("image") ?? "");
		expect(pathname).toBe(chooseOpenGraphPicture(snapshots[locale], route)?.openGraphSrc);
		expect(await sharp(fileOf(pathname)).metadata()).toMatchObject({
			format: "jpeg",
			width: 1200,
			height: 630,
		});
	});
});
