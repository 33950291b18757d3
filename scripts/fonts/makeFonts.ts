import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { formatFallbacks, type Style } from "./fallback.ts";
import { readMetrics } from "./metrics.ts";

const weights = "400 700";

const range = (first: string, last: string) =>
	Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
		String.fromCharCode(first.charCodeAt(0) + index),
	).join("");

/** Basic Latin without brackets and what else only programmers write, and the signs of good typesetting. */
const latin = `${range(" ", "Z")}${range("a", "z")}\u00a0£€«»–—“”‘’…·×`;

/** What Russian titles and prices hold beside letters. With it a Russian page needs no Latin letters to set a space or a number. */
const signs = " !(),-./0123456789:;?\u00a0£«»–—…";

/** Fixed, so that a change of text never changes a font. A family each, as both have signs: a page names its own first. */
const blocks = [
	{ script: "latin", family: "Literata", characters: latin },
	// The acute accent shows where a word is stressed.
	{ script: "cyrillic", family: "Literata Cyrillic", characters: `${range("А", "я")}Ёё№\u0301${signs}` },
] as const;

/** The heading font at its one weight, whatever weight a style sheet asks for; all its alphabets in a file. */
const sources: Record<Style, string> = {
	normal: fileURLToPath(import.meta.resolve("@expo-google-fonts/literata/400Regular/Literata_400Regular.ttf")),
	italic: fileURLToPath(
		import.meta.resolve("@expo-google-fonts/literata/400Regular_Italic/Literata_400Regular_Italic.ttf"),
	),
};

/**
 * Makes the heading font's files and their style sheets, `roman.css` and `italic.css`, unless they are there: a folder
 * below `cache` is named by all that goes into it. The same sources give the same bytes.
 * @returns the folder, an absolute path
 */
export async function makeFonts(cache: string): Promise<string> {
	const folder = join(process.cwd(), cache, await hashSources());
	const isThere = await readdir(folder).catch(() => undefined);
	if (isThere) return folder;
	await mkdir(cache, { recursive: true });
	const stage = await mkdtemp(join(cache, "next-"));
	await writeSheet(stage, "roman.css", "normal");
	await writeSheet(stage, "italic.css", "italic");
	await rename(stage, folder).catch(async (error: NodeJS.ErrnoException) => {
		// Another build was faster.
		if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
		await rm(stage, { recursive: true });
	});
	return folder;
}

/** Names the content of what the fonts are made from, this program included. */
async function hashSources(): Promise<string> {
	const code = ["makeFonts.ts", "fallback.ts", "metrics.ts"].map((file) =>
		fileURLToPath(new URL(file, import.meta.url)),
	);
	const library = fileURLToPath(import.meta.resolve("subset-font/package.json"));
	const hash = createHash("sha256");
	for (const file of [...Object.values(sources), ...code, library]) hash.update(await readFile(file));
	return hash.digest("hex").slice(0, 16);
}

async function writeSheet(folder: string, file: string, style: Style): Promise<void> {
	const rules: string[] = [];
	for (const block of blocks) {
		const name = `${block.script}-${style}.woff2`;
		await writeFile(join(folder, name), await subset(block.characters, style));
		rules.push(`@font-face {
	font-family: "${block.family}";
	font-style: ${style};
	font-weight: ${weights};
	font-display: swap;
	src: url("./${name}") format("woff2");
	unicode-range: ${formatRange(block.characters)};
}
`);
	}
	const metrics = readMetrics(await readFile(sources[style]));
	await writeFile(join(folder, file), [...rules, formatFallbacks(style, metrics, weights)].join("\n"));
}

async function subset(characters: string, style: Style): Promise<Buffer> {
	return subsetFont(await readFile(sources[style]), characters, {
		targetFormat: "woff2",
		// Screens that need hints are gone. Letters stand well beside each other without ligatures, which would be a tenth of
		// a file, and neither language has forms of its own.
		noHinting: true,
		keepFeatures: ["kern", "mark", "ccmp"],
		// What sets lines downwards and names the font in menus.
		dropTables: ["vhea", "vmtx", "STAT"],
	});
}

/** `abcz` → `U+61-63, U+7A` */
export function formatRange(characters: string): string {
	const codes = [...new Set(characters)].map((character) => character.codePointAt(0) as number).sort((a, b) => a - b);
	const runs: [number, number][] = [];
	for (const code of codes) {
		const run = runs.at(-1);
		if (run && run[1] === code - 1) run[1] = code;
		else runs.push([code, code]);
	}
	const hex = (code: number) => code.toString(16).toUpperCase();
	return runs.map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)).join(", ");
}
