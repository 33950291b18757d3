/**
 * The colours that stand in for a picture until it is there, in sRGB. A class each, `tone-1` and so on, in
 * components/Picture/Picture.css: the content security policy allows no style attributes.
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

/** The number of the colour that comes nearest to one (0 to 255 each), from 1. */
export function nearestPlaceholder({ r, g, b }: { r: number; g: number; b: number }): number {
	const distances = placeholderColours.map((tone) => {
		const value = Number.parseInt(tone.slice(1), 16);
		const mean = (r + (value >> 16)) / 2;
		const [red, green, blue] = [r - (value >> 16), g - ((value >> 8) & 255), b - (value & 255)];
		// Weighed as the eye does: https://www.compuphase.com/cmetric.htm
		return (2 + mean / 256) * red ** 2 + 4 * green ** 2 + (2 + (255 - mean) / 256) * blue ** 2;
	});
	return distances.indexOf(Math.min(...distances)) + 1;
}
