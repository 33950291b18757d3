/** Background colours of pages and of browser toolbars, with the values of renderer/tokens.css. */
export const paperColours = { light: "#fbf8f2", dark: "#141d18" };

/** CSS rules with the colours of renderer/tokens.css, for pages that do not load that file. */
export const pageColours = `:root { color-scheme: light dark }
body { background: light-dark(${paperColours.light}, ${paperColours.dark}); color: light-dark(#1e2b25, #ece7da) }
a { color: light-dark(#a8481f, #e59a76) }`;

/** Red, green and blue channels of an sRGB colour, each from 0 to 255. */
export type Rgb = [red: number, green: number, blue: number];

/**
 * Background colours for logos and icons. components/Picture/Picture.css has the same values. `middle` is for pictures
 * that have both dark and light areas.
 */
export const backdrops = { ...paperColours, middle: "#6f7b74" };

/** Parses a colour such as `#fbf8f2`. */
export function parseColour(colour: string): Rgb {
	const value = Number.parseInt(colour.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Returns the contrast ratio of two colours, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function computeContrast(first: Rgb, second: Rgb): number {
	const luminances = [luminance(first), luminance(second)];
	return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

function luminance(colour: Rgb): number {
	const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
		const value = channel / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
