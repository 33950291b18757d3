import { averageAdvance, type FontMetrics } from "./metrics.ts";

export type Style = "normal" | "italic";

/** Spaces and the figures of prices are compared by themselves: fonts differ in them more than in letters. */
type Part = "latin" | "cyrillic" | "space" | "figures";

/** What the widths of two fonts are compared by: titles without their spaces. */
export const samples: Record<Part, string> = {
	latin:
		"Apracticethatlistensbeforeitadvises.Consultations,packagesandprogrammesforpeoplewhowanttoeatcalmlyandsleepwell",
	space: " ",
	figures: "£0123456789",
	cyrillic: "ПитатьсяспокойножитьвсвоёмритмеКонсультациипакетыипрограммыдлятехктохочетестьбезспешкиихорошоспать",
};

type LocalFont = {
	/** The family that stands in for ours with this font. Not named "Serif …": minified it loses its quotes, and browsers take no generic name. */
	family: string;
	/** The font's full names and PostScript names; fonts of the same measures share a family. */
	names: Record<Style, string[]>;
	/** `averageAdvance` of the samples. */
	advance: Record<Style, Partial<Record<Part, number>>>;
};

/**
 * The serifs that machines have, in the order in which they are tried. Measured by readMetrics: Georgia on Gelasio and
 * Times New Roman on Liberation Serif, which have the same widths. Gelasio has no Cyrillic, which the next font shows.
 */
export const localFonts: LocalFont[] = [
	{
		family: "Literata Georgia",
		names: { normal: ["Georgia"], italic: ["Georgia Italic", "Georgia-Italic"] },
		advance: {
			normal: { latin: 0.4773, space: 0.2412, figures: 0.5545 },
			italic: { latin: 0.4901, space: 0.2412, figures: 0.554 },
		},
	},
	{
		family: "Literata Noto",
		names: { normal: ["Noto Serif", "NotoSerif"], italic: ["Noto Serif Italic", "NotoSerif-Italic"] },
		advance: {
			normal: { latin: 0.5182, space: 0.26, figures: 0.559, cyrillic: 0.6062 },
			italic: { latin: 0.5051, space: 0.26, figures: 0.559, cyrillic: 0.6212 },
		},
	},
	{
		family: "Literata Times",
		names: {
			normal: ["Times New Roman", "TimesNewRomanPSMT", "Liberation Serif"],
			italic: ["Times New Roman Italic", "TimesNewRomanPS-ItalicMT", "Liberation Serif Italic"],
		},
		advance: {
			normal: { latin: 0.4317, space: 0.25, figures: 0.5, cyrillic: 0.5019 },
			italic: { latin: 0.4338, space: 0.25, figures: 0.5, cyrillic: 0.5274 },
		},
	},
	{
		family: "Literata DejaVu",
		names: { normal: ["DejaVu Serif"], italic: ["DejaVu Serif Italic"] },
		advance: {
			normal: { latin: 0.5507, space: 0.3179, figures: 0.6362, cyrillic: 0.627 },
			italic: { latin: 0.5507, space: 0.3179, figures: 0.6362, cyrillic: 0.6731 },
		},
	},
];

/** The first part has no range and stands for all that no later one has: of rules for one character the last counts. */
const ranges: Record<Exclude<Part, "latin">, string> = {
	space: "U+20, U+A0",
	figures: "U+30-39, U+A3",
	cyrillic: "U+400-4FF",
};

/** Style rules for a family each, whose local font takes the room that ours will take: `font` in one style. */
export function formatFallbacks(style: Style, font: FontMetrics, weights: string): string {
	const { ascent, descent, lineGap } = font;
	const rules = localFonts.flatMap(({ family, names, advance }) =>
		(["latin", "space", "figures", "cyrillic"] as const).flatMap((part) => {
			const own = advance[style][part];
			if (own === undefined) return [];
			// Rounded before it is used again, since the browser works with what is written: a line of 400 pixels is right to a fifth of one.
			const scale = Number((averageAdvance(font, samples[part]) / own).toFixed(3));
			const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;
			return `@font-face {
	font-family: "${family}";
	font-style: ${style};
	font-weight: ${weights};
	src: ${names[style].map((name) => `local("${name}")`).join(", ")};
	size-adjust: ${percent(scale)};
	ascent-override: ${percent(ascent / scale)};
	descent-override: ${percent(descent / scale)};
	line-gap-override: ${percent(lineGap / scale)};${part === "latin" ? "" : `\n\tunicode-range: ${ranges[part]};`}
}
`;
		}),
	);
	return rules.join("\n");
}
