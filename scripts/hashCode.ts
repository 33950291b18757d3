import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** What a site is made of apart from its content, in the project's root. */
const parts = [
	"api",
	"components",
	"content",
	"pages",
	"public",
	"renderer",
	"scripts",
	"netlify.toml",
	"package-lock.json",
	"tsconfig.json",
	"vite.config.ts",
];

/** What lies in between and has no part in it. */
const isApart = (path: string) => /\.(test|spec)\.tsx?$/.test(path) || path.startsWith("content/generated/");

/**
 * A name for the state of the code: two runs of it make the same site of the same content.
 * @returns sixteen hexadecimal digits
 */
export async function hashCode(root: string): Promise<string> {
	const files = (await Promise.all(parts.map((part) => listFiles(root, part)))).flat().filter((path) => !isApart(path));
	const read = async (path: string) => [path, hash("sha256", await readFile(join(root, path)))] as const;
	const contents = await Promise.all(files.sort().map(read));
	return hash("sha256", JSON.stringify([process.version, contents])).slice(0, 16);
}

/** The files of a folder by their path in the root, or the file that `part` is. */
async function listFiles(root: string, part: string): Promise<string[]> {
	const entries = await readdir(join(root, part), { recursive: true, withFileTypes: true }).catch(
		(error: NodeJS.ErrnoException) => {
			if (error.code === "ENOTDIR") return undefined;
			throw error;
		},
	);
	const paths = entries?.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return (paths ?? [join(root, part)]).map((path) => relative(root, path).split(sep).join("/"));
}
