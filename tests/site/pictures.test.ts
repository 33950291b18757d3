import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { chooseOpenGraphPicture } from "../../content/chooseOpenGraphPicture.ts";
import { clientFolder, loadPages, renderChanged, snapshots } from "./sitePages.ts";

const inspect = (address: string) => sharp(join(clientFolder, address)).metadata();

describe.each(loadPages())("$file", ({ document, locale, route }) => {
	const images = [...document.querySelectorAll("img")];
	const sourceOf = (image: Element) => image.parentElement?.querySelector("source");

	test("has the size of every picture in its markup", async () => {
		for (const image of images) {
			const [width, height] = ["width", "height"].map((name) => Number(image.getAttribute(name)));
			expect(Math.min(width ?? 0, height ?? 0), image.outerHTML).toBeGreaterThan(0);
			expect(image.hasAttribute("alt"), image.outerHTML).toBe(true);
			// The widest file is the last one in a `srcset`: `/media/0f3a-900.avif 900w`.
			const largest = sourceOf(image)?.getAttribute("srcset")?.split(" ").at(-2);
			if (largest) expect(await inspect(largest), image.outerHTML).toMatchObject({ width, height });
		}
	});

	test("has the Open Graph image of the picture that represents the page", async () => {
		const image = document.querySelector('meta[property="og:image"]')?.getAttribute("content");
		if (!route) return expect(image).toBeUndefined();
		const { pathname } = new URL(image ?? "");
		expect(pathname).toBe(chooseOpenGraphPicture(snapshots[locale], route)?.openGraphSrc);
		expect(await inspect(pathname)).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
	});
});

test.each([
	["packages", ".cards article", {}],
	[
		"functionalTests",
		".cards article",
		{ functionalTestsDescription: undefined, dnaTestsDescription: undefined },
	],
	["about", ".certificates li", { cover: undefined }],
] as const)("only the first picture in a list of %s is not lazy", async (name, item, change) => {
	const document = await renderChanged(name, (content) => {
		return { ...content, [name]: { ...content[name], ...change } };
	});
	const [first, ...others] = [...document.querySelectorAll(`main ${item} img`)].map((image) =>
		image.getAttribute("loading"),
	);
	expect(first).toBe("eager");
	expect(new Set(others)).toEqual(new Set(["lazy"]));
});

test("all pictures in a list behind a text are lazy", () => {
	const lists = loadPages().filter(({ route }) => route?.name === "functionalTests");
	const images = lists.flatMap(({ document }) => [...document.querySelectorAll(".cards img")]);
	expect(images.map((image) => image.getAttribute("loading"))).toEqual(images.map(() => "lazy"));
});
