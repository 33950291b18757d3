import { copyFile, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Approximate size of the only picture on the page that `writeFloorPage` writes, in bytes. */
const pictureBytes = 20_000;
const [paragraphCount, wordsPerParagraph] = [29, 40];

/**
 * Writes a minimal page without styles, fonts and scripts, whose load time is the lower limit ("floor") for real pages.
 * @param media folder of AVIF files, one of which becomes the page's picture
 */
export async function writeFloorPage(folder: string, media: string): Promise<void> {
	await mkdir(folder);
	const names = (await readdir(media)).filter((name) => name.endsWith(".avif"));
	const distances = await Promise.all(
		names.map(async (name) => ({ name, distance: Math.abs((await stat(join(media, name))).size - pictureBytes) })),
	);
	const [nearest] = distances.toSorted((a, b) => a.distance - b.distance);
	if (!nearest) throw new Error(`${media} has no picture for the floor page.`);
	await copyFile(join(media, nearest.name), join(folder, "picture.avif"));
	await writeFile(join(folder, "index.html"), formatFloorPage());
}

function formatFloorPage(): string {
	const [first = "", ...others] = listParagraphs();
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Floor</title>
<link rel="icon" href="data:,">
<link rel="preload" as="image" href="/picture.avif" fetchpriority="high">
${first}
<img src="/picture.avif" width="378" height="300" alt="" fetchpriority="high">
${others.join("\n")}
`;
}

/** Returns paragraphs of random letters, the same in each run. They compress as badly as real text. */
function listParagraphs(): string[] {
	let state = 1;
	const takeLetter = () => {
		// Pseudo-random numbers: https://en.wikipedia.org/wiki/Lehmer_random_number_generator
		state = (state * 48_271) % 2_147_483_647;
		return String.fromCharCode(97 + (state % 26));
	};
	const takeWord = () => Array.from({ length: 6 }, takeLetter).join("");
	return Array.from({ length: paragraphCount }, () => {
		const paragraph = Array.from({ length: wordsPerParagraph }, takeWord).join(" ");
		return `<p>${paragraph}</p>`;
	});
}
