import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { listFiles } from "../shared/listFiles.ts";

/** Style sheets by the name of their file. */
export type Styles = ReadonlyMap<string, string>;

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

/** All words of the scripts that may run on a page: the names of classes that they set are among them. */
export async function loadScriptWords(bundle: string): Promise<Set<string>> {
	const client = join(bundle, "client");
	const files = (await listFiles(client)).filter((file) => file.endsWith(".js"));
	const texts = await Promise.all(files.map((file) => readFile(join(client, file), "utf8")));
	return new Set(texts.flatMap((text) => text.match(/[\w-]+/g) ?? []));
}
