import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { formatFallbacks, localFonts, samples } from "./fallback.ts";
import { formatRange } from "./makeFonts.ts";
import { averageAdvance, type FontMetrics, readMetrics } from "./metrics.ts";

/** The heading font as it is delivered, before it is subset. */
async function loadFont(): Promise<FontMetrics> {
	const path = "@expo-google-fonts/literata/400Regular/Literata_400Regular.ttf";
	return readMetrics(await readFile(fileURLToPath(import.meta.resolve(path))));
}

/** A font whose characters are all equally wide. */
const even = (advance: number): FontMetrics => ({ ascent: 1.2, descent: 0.3, lineGap: 0, advanceOf: () => advance });

describe("a font's own tables", () => {
	test("tell its height and its widths", async () => {
		const font = await loadFont();
		expect(font).toMatchObject({ ascent: 1.177, descent: 0.308, lineGap: 0 });
		expect(font.advanceOf("漢")).toBeUndefined();
		const [narrow = 0, wide = 0] = ["i", "m"].map((character) => font.advanceOf(character));
		expect(narrow).toBeGreaterThan(0.2);
		expect(wide).toBeGreaterThan(2 * narrow);
		expect(averageAdvance(font, "im")).toBeCloseTo((narrow + wide) / 2);
		expect(averageAdvance(font, samples.latin)).toBeCloseTo(0.53, 2);
		expect(() => averageAdvance(font, "漢")).toThrow('The font has no "漢".');
	});

	test("must be there", () => {
		expect(() => readMetrics(Buffer.from("000100000000000000000000", "hex"))).toThrow("The font has no table");
	});
});

describe("fallbacks", () => {
	const css = formatFallbacks("normal", even(0.5), "400 700");
	const rules = css.split("@font-face").slice(1);

	test("take the room of the font, at its height", () => {
		const noto = rules.filter((rule) => rule.includes('"Literata Noto"'));
		expect(noto.length).toBe(4);
		// 0.5 / 0.5182 and, of spaces, 0.5 / 0.26; of the Cyrillic letters, 0.5 / 0.6062.
		expect(noto[0]).toContain("size-adjust: 96.5%;\n\tascent-override: 124.4%;\n\tdescent-override: 31.1%;");
		expect(noto[1]).toContain("size-adjust: 192.3%;\n\tascent-override: 62.4%;\n\tdescent-override: 15.6%;");
		expect(noto[1]).toContain("unicode-range: U+20, U+A0;");
		expect(noto[2]).toContain("unicode-range: U+30-39, U+A3;");
		expect(noto[3]).toContain("size-adjust: 82.5%;\n\tascent-override: 145.5%;\n\tdescent-override: 36.4%;");
		expect(noto[3]).toContain("unicode-range: U+400-4FF;");
	});

	test("are never one local font for two families, and none has a generic name, which browsers refuse", () => {
		const names = localFonts.flatMap((font) => [...font.names.normal, ...font.names.italic]);
		expect(new Set(names).size).toBe(names.length);
		for (const { family } of localFonts) expect(family).not.toMatch(/^(?:serif|sans-serif|monospace|system-ui)\b/i);
	});
});

test.each([
	["abcz", "U+61-63, U+7A"],
	["zcbaa", "U+61-63, U+7A"],
	["Ё", "U+401"],
])("%s is the range %s", (characters, range) => {
	expect(formatRange(characters)).toBe(range);
});
