import { expect, test } from "vitest";
import { measureSite } from "./measureSite.ts";

const options = { dpr: "1.75", compare: [], log: () => {} };

test.each([
	[{ only: "painting" }, "--only painting: there are paints, "],
	[{ only: "paints", runs: "two" }, "--runs two: write a number above 0."],
	[{ only: "paints", runs: "0" }, "--runs 0: write a number above 0."],
	[{ only: "paints", dpr: "" }, "--dpr : write a number above 0."],
])("the options %j are refused before anything is measured", async (wrong, message) => {
	await expect(measureSite({ ...options, ...wrong })).rejects.toThrow(message);
});
