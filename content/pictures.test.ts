import { expect, test } from "vitest";
import { largestFile, sharePicture, sourceSet } from "./pictures.ts";
import type { PictureValue, Snapshot } from "./snapshot.ts";

const photograph = (name: string, width = 1200, height = 800): PictureValue => ({
	src: `/media/${name}-768.jpg`,
	title: { value: name },
	width,
	height,
	widths: [400, width],
});
const { widths: _, ...drawing } = photograph("drawing");

/** Returns the picture that represents the about page with a cover. */
function shareAbout(cover: PictureValue | undefined, home: PictureValue[] = [photograph("home")]) {
	const newsletter = { cover: photograph("newsletter") };
	const content = { about: { cover }, home: { heroImages: home }, newsletter } as unknown as Snapshot;
	return sharePicture(content, "about")?.title.value;
}

test("a page is represented by its own photograph", () => {
	expect(shareAbout(photograph("cover", 600, 315))).toBe("cover");
});

test.each([
	["without a picture", undefined],
	["with a drawing", drawing],
	["with a narrow photograph", photograph("narrow", 599, 800)],
	["with a flat photograph", photograph("flat", 1200, 314)],
])("a page %s is represented by the home page's photograph", (_name, cover) => {
	expect(shareAbout(cover)).toBe("home");
});

test("a page is represented by the newsletter's photograph when the home page has none either", () => {
	expect(shareAbout(undefined, [])).toBe("newsletter");
});

test("the sources of a photograph are its AVIF files with their widths", () => {
	expect(sourceSet(photograph("bowl", 768))).toBe("/media/bowl-400.avif 400w, /media/bowl-768.avif 768w");
	expect(sourceSet(drawing)).toBeUndefined();
});

test("the largest file of a photograph is AVIF, and that of a drawing its only one", () => {
	expect(largestFile(photograph("bowl", 1600))).toBe("/media/bowl-1600.avif");
	expect(largestFile(drawing)).toBe(drawing.src);
});
