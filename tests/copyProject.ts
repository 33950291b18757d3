import { cp, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { makeFolder } from "./folders.ts";

const projectParts = [
	...["api", "components", "content", "demo", "environment", "pages", "public", "renderer", "scripts", "tests/tools"],
	...["netlify.toml", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"],
	...["vitest.config.ts", "playwright.config.ts"],
];

/** Copies the project to a temporary folder, without tests and generated content, and returns the folder's path. */
export async function copyProject(): Promise<string> {
	const folder = resolve(await makeFolder({ parent: ".cache/tests" }));
	const filter = (path: string) => path !== join("content", "generated") && !/\.test\.tsx?$/.test(path);
	for (const part of projectParts) await cp(part, join(folder, part), { recursive: true, filter });
	await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
	return folder;
}
