import { cp, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type FolderOptions, makeFolder } from "./folders.ts";

const projectParts = [
	...["api", "components", "content", "demo", "pages", "public", "renderer", "scripts", "site", "tests/tools"],
	...["netlify.toml", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"],
	...["vitest.config.ts", "playwright.config.ts"],
];

type CopyOptions = {
	/** Files and folders that are copied in addition to `projectParts`. */
	more?: string[];
	/** Vitest hook in which the copy is deleted. Default: `onTestFinished`. */
	atEnd?: FolderOptions["atEnd"];
};

/**
 * Copies the project, without tests and generated content, to a temporary folder in which its npm commands can run.
 * @returns the path of the folder
 */
export async function copyProject({ more = [], atEnd }: CopyOptions = {}): Promise<string> {
	const folder = resolve(await makeFolder({ parent: ".cache/tests", atEnd }));
	const filter = (path: string) => path !== join("content", "generated") && !/\.test\.tsx?$/.test(path);
	for (const part of [...projectParts, ...more]) await cp(part, join(folder, part), { recursive: true, filter });
	await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
	return folder;
}
