import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "../shared/listFiles.ts";

/** What a site is made of apart from its content, in the project's root. */
const parts = [
	"api",
	"components",
	"content",
	"pages",
	"public",
	"renderer",
	"scripts",
	"site",
	"netlify.toml",
	"package-lock.json",
	"tsconfig.json",
	"vite.config.ts",
];

/** What lies in between and has no part in it. */
const isApart = (path: string) =>
	/\.(test|spec)\.tsx?$/.test(path) || /^(content\/generated|scripts\/(measure|space))\//.test(path);

/**
 * A name for the state of the code: two runs of it make the same site of the same content.
 * @returns sixteen hexadecimal digits
 */
export async function hashCode(root: string): Promise<string> {
	const files = (await Promise.all(parts.map((part) => listPart(root, part)))).flat().filter((path) => !isApart(path));
	const read = async (path: string) => [path, hash("sha256", await readFile(join(root, path)))] as const;
	const contents = await Promise.all(files.sort().map(read));
	return hash("sha256", JSON.stringify([process.version, contents])).slice(0, 16);
}

/** The files of a part that is a folder, or the file that it is, by their path in the root. */
async function listPart(root: string, part: string): Promise<string[]> {
	try {
		return (await listFiles(join(root, part))).map((file) => `${part}/${file}`);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return [part];
		throw error;
	}
}
