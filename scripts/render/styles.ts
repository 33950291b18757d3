import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { listFiles } from "../shared/listFiles.ts";

export type Styles = ReadonlyMap<string, string>;

/**
 * Returns the folder of a bundle's style sheets. The folder is not published, because pages contain their styles
 * inline.
 */
const folderOf = (bundle: string) => join(bundle, "server/styles");

/** Moves the style sheets of a bundle out of the folder that is published. */
export async function moveStyles(bundle: string): Promise<void> {
	const client = join(bundle, "client");
	const files = (await listFiles(client)).filter((file) => file.endsWith(".css"));
	await mkdir(folderOf(bundle), { recursive: true });
	for (const file of files)
		await rename(join(client, file), join(folderOf(bundle), basename(file)));
}

export async function loadStyles(bundle: string): Promise<Styles> {
	const files = await readdir(folderOf(bundle));
	const read = async (file: string) =>
		[file, (await readFile(join(folderOf(bundle), file), "utf8")).trim()] as const;
	return new Map(await Promise.all(files.map(read)));
}
