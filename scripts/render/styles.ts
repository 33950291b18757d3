import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { listFiles } from "../shared/listFiles.ts";

/** Style sheets by the name of their file. */
type Styles = ReadonlyMap<string, string>;

/** Where the style sheets of a bundle lie. They are no part of the site, since each page holds what it needs of them. */
const folderOf = (bundle: string) => join(bundle, "server/styles");

/** Takes the style sheets out of what will be published. */
export async function takeStyles(bundle: string): Promise<void> {
	const client = join(bundle, "client");
	const files = (await listFiles(client)).filter((file) => file.endsWith(".css"));
	await mkdir(folderOf(bundle), { recursive: true });
	for (const file of files) await rename(join(client, file), join(folderOf(bundle), basename(file)));
}

/** Reads what `takeStyles` took. */
export async function loadStyles(bundle: string): Promise<Styles> {
	const files = await readdir(folderOf(bundle));
	const read = async (file: string) => [file, (await readFile(join(folderOf(bundle), file), "utf8")).trim()] as const;
	return new Map(await Promise.all(files.map(read)));
}

/** Vike's own tags, at the very beginning of the head. */
const linkPattern = /<link rel="stylesheet" type="text\/css" href="([^"]+)">/g;
/** Vike preloads every font that the code knows; the head has the preloads of those that the page needs. */
const fontPattern = /<link rel="preload" href="[^"]+" as="font" type="font\/woff2" crossorigin>/g;

/** Vite names a style sheet by its path. The first has the order of the cascade layers. */
const folders = ["renderer", "components", "pages"];
const placeOf = (file: string) => folders.findIndex((folder) => file.startsWith(`${folder}_`));

/**
 * Puts the style sheets that a document links to into its head, so that nothing is asked for before the first paint.
 * Sorted: the order does not hang on how the code is cut into chunks.
 * @throws Error when a style sheet is missing or is of none of the folders that have any
 */
export function inlineStyles(html: string, styles: Styles): string {
	const files = [...html.matchAll(linkPattern)].map(([, href = ""]) => basename(href));
	const css = files.sort(compareFiles).map((file) => {
		const text = styles.get(file);
		if (text === undefined || placeOf(file) < 0) throw new Error(`The style sheet ${file} is not one of the bundle's.`);
		return text;
	});
	// A function, since in a replacement text `$` has a meaning.
	const bare = html.replace(linkPattern, "").replace(fontPattern, "");
	return bare.replace("</head>", () => `<style>${css.join("")}</style></head>`);
}

function compareFiles(a: string, b: string): number {
	return placeOf(a) - placeOf(b) || (a < b ? -1 : 1);
}
