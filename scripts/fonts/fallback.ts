import { averageAdvance, type FontMetrics } from "./metrics.ts";

export type Script = "latin" | "cyrillic";
export type Style = "normal" | "italic";

/** What the widths of two fonts are compared by: titles as they are written, of Cyrillic the letters alone. */
export const samples: Record<Script, string> = {
	latin:
		"A practice that listens before it advises. Consultations, packages and programmes for people who want to eat calmly and sleep well",
	cyrillic: "ПитатьсяспокойножитьвсвоёмритмеКонсультациипакетыипрограммыдлятехктохочетестьбезспешкиихорошоспать",
};

type LocalFont = {
	/** The family that stands in for ours with this font. Not named "Serif …": minified it loses its quotes, and browsers take no generic name. */
	family: string;
	/** The font's full names and PostScript names; fonts of the same measures share a family. */
	names: Record<Style, string[]>;
	/** `averageAdvance` of the samples. */
	advance: Record<Style, Partial<Record<Script, number>>>;
};

/**
 * The serifs that machines have, in the order in which they are tried. Measured by readMetrics: Georgia on Gelasio and
 * Times New Roman on Liberation Serif, which have the same widths. Gelasio has no Cyrillic, which the next font shows.
 */
export const localFonts: LocalFont[] = [
	{
		family: "Literata Georgia",
		names: { normal: ["Georgia"], italic: ["Georgia Italic", "Georgia-Italic"] },
		advance: { normal: { latin: 0.4409 }, italic: { latin: 0.4518 } },
	},
	{
		family: "Literata Noto",
		names: { normal: ["Noto Serif", "NotoSerif"], italic: ["Noto Serif Italic", "NotoSerif-Italic"] },
		advance: { normal: { latin: 0.4785, cyrillic: 0.6062 }, italic: { latin: 0.4674, cyrillic: 0.6212 } },
	},
	{
		family: "Literata Times",
		names: {
			normal: ["Times New Roman", "TimesNewRomanPSMT", "Liberation Serif"],
			italic: ["Times New Roman Italic", "TimesNewRomanPS-ItalicMT", "Liberation Serif Italic"],
		},
		advance: { normal: { latin: 0.4037, cyrillic: 0.5019 }, italic: { latin: 0.4055, cyrillic: 0.5274 } },
	},
	{
		family: "Literata DejaVu",
		names: { normal: ["DejaVu Serif"], italic: ["DejaVu Serif Italic"] },
		advance: { normal: { latin: 0.5149, cyrillic: 0.627 }, italic: { latin: 0.5149, cyrillic: 0.6731 } },
	},
];

const cyrillicRange = "U+400-4FF";

/** Style rules for a family each, whose local font takes the room that ours will take: `font` by script, in one style. */
export function formatFallbacks(style: Style, fonts: Record<Script, FontMetrics>, weights: string): string {
	const rules = localFonts.flatMap(({ family, names, advance }) =>
		(["latin", "cyrillic"] as const).flatMap((script) => {
			const own = advance[style][script];
			if (own === undefined) return [];
			const { ascent, descent, lineGap } = fonts[script];
			// Rounded before it is used again, since the browser works with what is written.
			const scale = Number((averageAdvance(fonts[script], samples[script]) / own).toFixed(4));
			const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`;
			return `@font-face {
	font-family: "${family}";
	font-style: ${style};
	font-weight: ${weights};
	src: ${names[style].map((name) => `local("${name}")`).join(", ")};
	size-adjust: ${percent(scale)};
	ascent-override: ${percent(ascent / scale)};
	descent-override: ${percent(descent / scale)};
	line-gap-override: ${percent(lineGap / scale)};
	unicode-range: ${script === "cyrillic" ? cyrillicRange : "U+0-3FF, U+500-FFFF"};
}
`;
		}),
	);
	return rules.join("\n");
}
