import { access, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listFiles } from "../shared/listFiles.ts";
import { replaceFolders, restoreFolders } from "./replaceFolders.ts";

let root: string;
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), "replaceFolders-"));
});
afterEach(() => rm(root, { recursive: true }));

async function write(files: Record<string, string>): Promise<void> {
	for (const [path, content] of Object.entries(files)) {
		await mkdir(dirname(join(root, path)), { recursive: true });
		await writeFile(join(root, path), content);
	}
}

async function readAll(): Promise<Record<string, string>> {
	const files = (await listFiles(root)).map(async (path) => [path, await readFile(join(root, path), "utf8")] as const);
	return Object.fromEntries(await Promise.all(files));
}

const move = (from: string, to: string) => ({ from: join(root, from), to: join(root, to) });
const moves = () => [move("next/dist", "dist"), move("next/generated", "content/generated")];

test("new folders take the place of old ones, of which nothing is left", async () => {
	await write({ "dist/a": "old", "dist/only-old": "old", "content/generated/b": "old" });
	await write({ "next/dist/a": "new", "next/generated/b": "new" });
	await replaceFolders(moves(), join(root, "next/replaced"));
	expect(await readAll()).toEqual({ "dist/a": "new", "content/generated/b": "new" });
	await expect(access(join(root, "next/replaced"))).rejects.toThrow("ENOENT");
});

test("there need not be old ones", async () => {
	await write({ "next/dist/a": "new", "next/generated/b": "new" });
	await replaceFolders(moves(), join(root, "next/replaced"));
	expect(await readAll()).toEqual({ "dist/a": "new", "content/generated/b": "new" });
});

test("when the second folder cannot be put in place, both are as they were", async () => {
	const old = { "dist/a": "old", "content/generated/b": "old" };
	await write({ ...old, "next/dist/a": "new" });
	await expect(replaceFolders(moves(), join(root, "next/replaced"))).rejects.toThrow("ENOENT");
	expect(await readAll()).toEqual({ ...old, "next/dist/a": "new" });
});

test("when the old second folder cannot be moved away, both are as they were", async () => {
	const files = { "dist/a": "old", "next/dist/a": "new", "next/generated/b": "new", content: "a file, not a folder" };
	await write(files);
	await expect(replaceFolders(moves(), join(root, "next/replaced"))).rejects.toThrow();
	expect(await readAll()).toEqual(files);
});

test("what was being replaced when the process was killed comes back, unless its successor is there", async () => {
	await write({ "next/replaced/dist/a": "old", "next/replaced/generated/b": "old", "content/generated/b": "new" });
	await restoreFolders(join(root, "next/replaced"), [join(root, "dist"), join(root, "content/generated")]);
	expect(await readAll()).toEqual({
		"dist/a": "old",
		"next/replaced/generated/b": "old",
		"content/generated/b": "new",
	});
});
