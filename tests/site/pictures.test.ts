import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { wideScreen } from "../../components/Picture/sizes.ts";
import { chooseOpenGraphPicture } from "../../content/chooseOpenGraphPicture.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { clientFolder, loadPages } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");
const pages = loadPages();

/** Parses a `srcset` attribute. Returns its URLs by width. */
function readSources(srcset: string | null | undefined): Map<number, string> {
	const candidates = (srcset ?? "").split(",").map((candidate) => candidate.trim().split(" "));
	return new Map(candidates.map(([address = "", width = ""]) => [Number.parseInt(width, 10), address]));
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
			expect(await sharp(fileOf(largest)).metadata(), image.outerHTML).toMatchObject({ width, height });
		}
	});

	test("preloads its largest picture and loads it eagerly", () => {
		const preloads = [...document.querySelectorAll("link[rel=preload][as=image]")];
		const named = (name: string) => preloads.map((link) => link.getAttribute(name));
		// Some pages preload a picture on wide screens only, because on a phone the picture is below the first screen.
		const media: Record<string, (string | null)[]> = {
			home: [null],
			about: [null],
			approach: [wideScreen],
			consultations: [wideScreen],
			packages: [null],
			programmes: [],
			functionalTests: [],
			404: [],
		};
		const expectedMedia = media[route ?? "404"];
		if (expectedMedia) expect(named("media")).toEqual(expectedMedia);
		const fonts = [...document.querySelectorAll("link[rel=preload][as=font]")];
		for (const font of fonts) expect(font.parentElement, "Chromium waits for fonts in the head").toBe(document.body);
		const inOrder = [...document.querySelectorAll("link[rel=preload]")];
		expect(inOrder).toEqual([...preloads, ...fonts]);
		const isFirst = (image: Element) => named("imagesrcset").includes(sourceOf(image)?.getAttribute("srcset") ?? "");
		const first = photographs.filter(isFirst);
		expect(first).toHaveLength(preloads.length);
		expect(named("imagesizes")).toEqual(first.map((image) => sourceOf(image)?.getAttribute("sizes")));
		expect(named("type")).toEqual(first.map(() => "image/avif"));
		expect(named("fetchpriority")).toEqual(first.map(() => "high"));
		expect(preloads.filter((link) => link.hasAttribute("href"))).toEqual([]);
		const isLargestOnPhones = named("media")[0] === null;
		for (const image of first) {
			expect(image.getAttribute("loading"), image.outerHTML).toBe("eager");
			expect(image.getAttribute("fetchpriority"), image.outerHTML).toBe(isLargestOnPhones ? "high" : "low");
		}
		for (const image of photographs.filter((image) => !isFirst(image))) {
			expect(image.getAttribute("loading"), image.outerHTML).toBe("lazy");
			expect(["low", null], image.outerHTML).toContain(image.getAttribute("fetchpriority"));
		}
	});

	test("has the Open Graph image of the picture that represents the page", async () => {
		const meta = (name: string) => document.querySelector(`meta[property="og:${name}"]`)?.getAttribute("content");
		if (!route) return expect(meta("image")).toBeUndefined();
		const { pathname } = new URL(meta("image") ?? "");
		expect(pathname).toBe(chooseOpenGraphPicture(snapshots[locale], route)?.openGraphSrc);
		expect(await sharp(fileOf(pathname)).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
	});
});

test("the thumbnail of a closed programme has an empty alternative text, since its section shows the picture again", () => {
	const programmes = pages.filter(({ route }) => route === "programmes");
	const alts = (selector: string) =>
		programmes.flatMap(({ document }) =>
			[...document.querySelectorAll(selector)].map((image) => image.getAttribute("alt") ?? ""),
		);
	const thumbnails = alts("summary img");
	expect(thumbnails.length).toBeGreaterThan(0);
	expect(thumbnails.filter(Boolean)).toEqual([]);
	expect(alts(".covers img").filter((alt) => !alt)).toEqual([]);
});
