import { cp, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { makeFolder } from "./folders.ts";

/** Folders and files that a command of the project needs. */
const parts = [
	...["api", "components", "content", "demo", "pages", "public", "renderer", "scripts", "site", "tests/tools"],
	...["netlify.toml", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"],
	...["vitest.config.ts", "playwright.config.ts"],
];

/**
 * Copies the project, without tests and generated content, for the rest of the test.
 * @returns the folder of the copy, in which its commands can be run
 */
export async function copyProject(): Promise<string> {
	const folder = resolve(await makeFolder({ parent: ".cache/tests" }));
	const filter = (path: string) => path !== join("content", "generated") && !/\.test\.tsx?$/.test(path);
	for (const part of parts) await cp(part, join(folder, part), { recursive: true, filter });
	await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
	return folder;
}
