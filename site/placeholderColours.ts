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

/** Colour in sRGB, each channel from 0 to 255. */
type Colour = { r: number; g: number; b: number };

/**
 * Returns the number of the placeholder colour that is most similar to a colour. The first placeholder colour has the
 * number 1.
 */
export function findNearestPlaceholder(colour: Colour): number {
	const distances = placeholderColours.map((hex) => measureDistance(colour, parseHex(hex)));
	return distances.indexOf(Math.min(...distances)) + 1;
}

function parseHex(hex: string): Colour {
	const value = Number.parseInt(hex.slice(1), 16);
	return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 };
}

/** Measures the difference between two colours as humans perceive it: https://www.compuphase.com/cmetric.htm */
function measureDistance(one: Colour, other: Colour): number {
	const meanRed = (one.r + other.r) / 2;
	const red = (2 + meanRed / 256) * (one.r - other.r) ** 2;
	const green = 4 * (one.g - other.g) ** 2;
	const blue = (2 + (255 - meanRed) / 256) * (one.b - other.b) ** 2;
	return red + green + blue;
}
