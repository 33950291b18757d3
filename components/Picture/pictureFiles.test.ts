import { expect, test } from "vitest";
import type { PictureValue } from "../../content/snapshot.ts";
import { findLargestFile, formatAvifSourceSet, formatFallbackSourceSet } from "./pictureFiles.ts";

const drawing: PictureValue = { src: "/media/drawings/bowl.svg", title: { value: "A bowl" }, width: 40, height: 20 };
const photograph: PictureValue = { ...drawing, src: "/media/bowl-768.jpg", widths: [400, 768, 1600] };

test("the sources of a photograph are its AVIF files with their widths", () => {
	const sources = ["/media/bowl-400.avif 400w", "/media/bowl-768.avif 768w", "/media/bowl-1600.avif 1600w"];
	expect(formatAvifSourceSet(photograph)).toBe(sources.join(", "));
});

test("the fallback source of a photograph is its JPEG file with its width", () => {
	expect(formatFallbackSourceSet(photograph)).toBe("/media/bowl-768.jpg 768w");
});

test("a drawing has no sources", () => {
	expect(formatAvifSourceSet(drawing)).toBeUndefined();
});

test("the largest file of a photograph is an AVIF file, and the largest file of a drawing is its only file", () => {
	expect(findLargestFile(photograph)).toBe("/media/bowl-1600.avif");
	expect(findLargestFile(drawing)).toBe(drawing.src);
});
