import { expect, test } from "vitest";
import { chooseOpenGraphPicture } from "./chooseOpenGraphPicture.ts";
import type { PictureValue, Snapshot } from "./snapshot.ts";

const photograph = (name: string, width = 1200, height = 800): PictureValue => ({
	src: `/media/${name}-768.jpg`,
	title: { value: name },
	width,
	height,
	widths: [400, width],
});
const { widths: _, ...drawing } = photograph("drawing");

function representAbout(
	cover: PictureValue | undefined,
	home: PictureValue[] = [photograph("home")],
) {
	const newsletter = { cover: photograph("newsletter") };
	const content = {
		about: { cover },
		home: { heroImages: home },
		newsletter,
	} as unknown as Snapshot;
	return chooseOpenGraphPicture(content, "about")?.title.value;
}

test("a page is represented by its own photograph", () => {
	expect(representAbout(photograph("cover", 600, 315))).toBe("cover");
});

test.each([
	["without a picture", undefined],
	["with a drawing", drawing],
	["with a narrow photograph", photograph("narrow", 599, 800)],
	["with a flat photograph", photograph("flat", 1200, 314)],
])("a page %s is represented by the home page's photograph", (_name, cover) => {
	expect(representAbout(cover)).toBe("home");
});

test("the last choice is the newsletter's photograph", () => {
	expect(representAbout(undefined, [])).toBe("newsletter");
});
