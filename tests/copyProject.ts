import { cp, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type FolderOptions, makeFolder } from "./folders.ts";

/** Folders and files that a command of the project needs. */
const parts = [
	...["api", "components", "content", "demo", "pages", "public", "renderer", "scripts", "site", "tests/tools"],
	...["netlify.toml", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"],
	...["vitest.config.ts", "playwright.config.ts"],
];

type CopyOptions = {
	/** Further files and folders to copy. */
	more?: string[];
	/** Hook that removes the copy: `afterAll`, or by default `onTestFinished`. */
	atEnd?: FolderOptions["atEnd"];
};

/**
 * Copies the project, without tests and generated content, until the test ends.
 * @returns the folder of the copy, in which the project's commands can be run
 */
export async function copyProject({ more = [], atEnd }: CopyOptions = {}): Promise<string> {
	const folder = resolve(await makeFolder({ parent: ".cache/tests", atEnd }));
	const filter = (path: string) => path !== join("content", "generated") && !/\.test\.tsx?$/.test(path);
	for (const part of [...parts, ...more]) await cp(part, join(folder, part), { recursive: true, filter });
	await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
	return folder;
}
