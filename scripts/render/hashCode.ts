import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "../shared/listFiles.ts";

const folders = [
	"api",
	"components",
	"content",
	"environment",
	"pages",
	"public",
	"renderer",
	"scripts",
];
const files = ["netlify.toml", "package-lock.json", "tsconfig.json", "vite.config.ts"];

/** Checks whether a file in `folders` does not affect the site. Examples are tests and benchmarks. */
const isIrrelevant = (path: string) =>
	/\.(test|spec)\.tsx?$/.test(path) || /^(content\/generated|scripts\/(bench|space))\//.test(path);

/**
 * Returns a hash of the generator's source code.
 * @returns sixteen hexadecimal digits
 */
export async function hashCode(root = process.cwd()): Promise<string> {
	const list = async (folder: string) =>
		(await listFiles(join(root, folder))).map((file) => `${folder}/${file}`);
	const listed = (await Promise.all(folders.map(list)))
		.flat()
		.filter((path) => !isIrrelevant(path));
	const read = async (path: string) =>
		[path, hash("sha256", await readFile(join(root, path)))] as const;
	const contents = await Promise.all([...listed, ...files].sort().map(read));
	return hash("sha256", JSON.stringify([process.version, contents])).slice(0, 16);
}
