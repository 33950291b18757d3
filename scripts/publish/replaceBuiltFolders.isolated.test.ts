import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { makeFolder, writeFiles } from "../../tests/folders.ts";
import { readTree } from "../../tests/readTree.ts";
import { replaceBuiltFolders } from "./replaceBuiltFolders.ts";

const failingRename = vi.hoisted(() => ({ from: "" }));
vi.mock("node:fs/promises", async (importOriginal) => {
	const original = await importOriginal<typeof import("node:fs/promises")>();
	const rename = (from: string, to: string) =>
		original.rename(from, from === failingRename.from ? "/nowhere/at/all" : to);
	return { ...original, rename };
});

let root: string;
beforeEach(async () => {
	root = await makeFolder();
});

const build = (files: Record<string, string>) => replaceBuiltFolders(root, (stage) => writeFiles(stage, files));

async function readAll(): Promise<Record<string, string>> {
	const files = [...(await readTree(root))].filter(([path]) => path !== ".cache/lock.sqlite");
	return Object.fromEntries(files.map(([path, bytes]) => [path, `${bytes}`]));
}

test("a folder that cannot be replaced is put back", async () => {
	await writeFiles(root, { "dist/a": "old" });
	failingRename.from = join(root, ".cache/next/dist");
	await expect(build({ "dist/a": "new" })).rejects.toThrow("ENOENT");
	failingRename.from = "";
	expect(await readAll()).toEqual({ "dist/a": "old" });
});

test("a folder that a killed build was replacing is restored, unless the new folder is in place", async () => {
	const successor = { "content/generated/b": "new" };
	const replaced = { ".cache/next/replaced/dist/a": "old", ".cache/next/replaced/content/generated/b": "old" };
	await writeFiles(root, { ...replaced, ...successor });
	await expect(replaceBuiltFolders(root, () => Promise.reject(new Error("Stopped")))).rejects.toThrow("Stopped");
	expect(await readAll()).toEqual({ "dist/a": "old", ...successor });
});

const program = `
	import { replaceBuiltFolders } from "./scripts/publish/replaceBuiltFolders.ts";
	await replaceBuiltFolders(process.argv[1], () => {
		console.log("begun");
		return new Promise((resolve) => setTimeout(resolve, 600_000));
	});
`;

test("a build is refused until another one ends or its process is killed", async () => {
	const child = spawn(process.execPath, ["--input-type=module", "--eval", program, root]);
	await once(child.stdout, "data");
	await expect(build({})).rejects.toThrow("Another build is under way");
	child.kill("SIGKILL");
	await once(child, "exit");
	await replaceBuiltFolders(root, () => expect(build({})).rejects.toThrow("Another build is under way"));
	await build({});
});
