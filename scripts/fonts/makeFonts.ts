import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { formatFallbacks, type Style } from "./fallback.ts";
import { readMetrics } from "./metrics.ts";

/** The heading font at one weight and one optical size, whatever weight a style sheet asks for. */
const axes = { wght: 460, opsz: 24 };
const weights = "400 700";

const range = (first: string, last: string) =>
	Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
		String.fromCharCode(first.charCodeAt(0) + index),
	).join("");

const latin = `${range(" ", "~")}\u00a0£€«»–—“”‘’…·×`;

type Block = { file: string; family: string; source: "latin" | "cyrillic"; characters: string };

/** What Russian titles and prices hold beside letters. With it a Russian page needs no Latin letters to set a space or a number. */
const signs = " !(),-./0123456789:;?\u00a0£«»–—…";

/** Fixed, so that a change of text never changes a font. */
const blocks = {
	latin: { file: "latin", family: "Literata", source: "latin", characters: latin },
	signs: { file: "signs", family: "Literata Signs", source: "latin", characters: signs },
	// The acute accent shows where a word is stressed.
	cyrillic: { file: "cyrillic", family: "Literata", source: "cyrillic", characters: `${range("А", "я")}Ёё№\u0301` },
} satisfies Record<string, Block>;

/** A style sheet each. Slanted signs are left to the browser: a file for a comma and a space is too much. */
const sheets: { file: string; style: Style; blocks: Block[] }[] = [
	{ file: "roman", style: "normal", blocks: [blocks.latin, blocks.signs, blocks.cyrillic] },
	{ file: "italic", style: "italic", blocks: [blocks.latin, blocks.cyrillic] },
];

const sourceOf = ({ source }: Block, style: Style) =>
	fileURLToPath(import.meta.resolve(`@fontsource-variable/literata/files/literata-${source}-opsz-${style}.woff2`));

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
	for (const sheet of sheets) await writeSheet(stage, sheet);
	await rename(stage, folder).catch(async (error: NodeJS.ErrnoException) => {
		// Another build was faster.
		if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
		await rm(stage, { recursive: true });
	});
	return folder;
}

/** Names the content of what the fonts are made from, this program included. */
async function hashSources(): Promise<string> {
	const fonts = new Set(sheets.flatMap(({ style, blocks }) => blocks.map((block) => sourceOf(block, style))));
	const code = ["makeFonts.ts", "fallback.ts", "metrics.ts"].map((file) =>
		fileURLToPath(new URL(file, import.meta.url)),
	);
	const library = fileURLToPath(import.meta.resolve("subset-font/package.json"));
	const hash = createHash("sha256");
	for (const file of [...fonts, ...code, library]) hash.update(await readFile(file));
	return hash.digest("hex").slice(0, 16);
}

async function writeSheet(folder: string, { file, style, blocks }: (typeof sheets)[number]): Promise<void> {
	const rules: string[] = [];
	const fonts = { latin: await pin("latin", style), cyrillic: await pin("cyrillic", style) };
	for (const block of blocks) {
		const name = `${block.file}-${style}.woff2`;
		await writeFile(join(folder, name), await subset(block, style, "woff2"));
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
	await writeFile(join(folder, `${file}.css`), [...rules, formatFallbacks(style, fonts, weights)].join("\n"));
}

async function pin(name: "latin" | "cyrillic", style: Style) {
	return readMetrics(await subset(blocks[name], style, "truetype"));
}

async function subset(block: Block, style: Style, targetFormat: "woff2" | "truetype"): Promise<Buffer> {
	return subsetFont(await readFile(sourceOf(block, style)), block.characters, {
		targetFormat,
		variationAxes: axes,
		// Screens that need hints are gone; alternates that no style sheet asks for are left out.
		noHinting: true,
		keepFeatures: ["kern", "mark", "ccmp", "locl", "liga"],
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
