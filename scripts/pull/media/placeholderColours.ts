import { parseColour, type Rgb } from "../../../renderer/colours.ts";

/**
 * Background colours of unloaded pictures. Picture.css has the same colours as classes, because the content security
 * policy forbids style attributes.
 */
export const placeholderColours = [
	"#f3eee3",
	"#d8cdb6",
	"#b29a75",
	"#7c5f44",
	"#3a2d25",
	"#c9d3be",
	"#8ca07c",
	"#4d6a4b",
	"#22372c",
	"#c87a42",
	"#9f3f36",
	"#8fa2ae",
];

/**
 * Returns the number of the placeholder colour that is most similar to a colour. The first placeholder colour has the
 * number 1.
 */
export function findNearestPlaceholder(colour: Rgb): number {
	const distances = placeholderColours.map((placeholder) => measureDistance(colour, parseColour(placeholder)));
	return distances.indexOf(Math.min(...distances)) + 1;
}

/** Measures the difference between two colours as humans perceive it: https://www.compuphase.com/cmetric.htm */
function measureDistance([red, green, blue]: Rgb, [otherRed, otherGreen, otherBlue]: Rgb): number {
	const meanRed = (red + otherRed) / 2;
	const redPart = (2 + meanRed / 256) * (red - otherRed) ** 2;
	const greenPart = 4 * (green - otherGreen) ** 2;
	const bluePart = (2 + (255 - meanRed) / 256) * (blue - otherBlue) ** 2;
	return redPart + greenPart + bluePart;
}
