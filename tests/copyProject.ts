import { execFile } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { makeFolder } from "./folders.ts";

/**
 * Copies the project to a temporary folder, without ignored files, and returns the folder's path. The copy has the line
 * ends of a clone that Git makes on Windows.
 */
export async function copyProject(parent = ".cache/tests"): Promise<string> {
	const folder = resolve(await makeFolder({ parent }));
	// With an index of its own, Git includes changes that are not staged, and leaves the project's index as it is.
	const env = { ...process.env, GIT_INDEX_FILE: join(folder, ".index") };
	const git = (...command: string[]) =>
		promisify(execFile)("git", ["-c", "core.autocrlf=true", ...command], { env });
	await git("add", ".");
	await git("checkout-index", "--all", `--prefix=${folder}/`);
	await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
	return folder;
}
