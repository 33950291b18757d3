import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "../shared/listFiles.ts";

/** What a site is made of apart from its content, in the project's root. */
const folders = ["api", "components", "content", "pages", "public", "renderer", "scripts", "site"];
const files = ["netlify.toml", "package-lock.json", "tsconfig.json", "vite.config.ts"];

/** What lies in between and has no part in it. */
const isApart = (path: string) =>
	/\.(test|spec)\.tsx?$/.test(path) || /^(content\/generated|scripts\/(measure|space))\//.test(path);

/**
 * A name for the state of the code: two runs of it make the same site of the same content.
 * @returns sixteen hexadecimal digits
 */
export async function hashCode(root: string): Promise<string> {
	const list = async (folder: string) => (await listFiles(join(root, folder))).map((file) => `${folder}/${file}`);
	const listed = (await Promise.all(folders.map(list))).flat().filter((path) => !isApart(path));
	const read = async (path: string) => [path, hash("sha256", await readFile(join(root, path)))] as const;
	const contents = await Promise.all([...listed, ...files].sort().map(read));
	return hash("sha256", JSON.stringify([process.version, contents])).slice(0, 16);
}
