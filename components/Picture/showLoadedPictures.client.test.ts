// @vitest-environment jsdom
import { expect, test } from "vitest";
import { showLoadedPictures } from "./showLoadedPictures.client.ts";

// jsdom loads no pictures, so this test sets the address of the file that a browser would have chosen.
test("pictures that have loaded before the script are painted at once, and others when they load", () => {
	document.body.innerHTML = "<picture><img></picture><picture><img></picture>";
	const [early, late] = document.images;
	Object.defineProperty(early, "currentSrc", { value: "/media/a.avif" });
	const listPainted = () =>
		[...document.querySelectorAll("picture")].map(({ style }) => style.contentVisibility === "visible");
	showLoadedPictures();
	expect(listPainted()).toEqual([true, false]);
	late?.dispatchEvent(new Event("load"));
	expect(listPainted()).toEqual([true, true]);
});
