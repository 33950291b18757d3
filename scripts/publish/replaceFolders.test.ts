import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeFolder, writeFiles } from "../../tests/folders.ts";
import { readTree } from "../../tests/readTree.ts";
import { replaceFolders, restoreFolders } from "./replaceFolders.ts";

let root: string;
beforeEach(async () => {
	root = await makeFolder();
});

const write = (files: Record<string, string>) => writeFiles(root, files);
const readAll = async () => Object.fromEntries([...(await readTree(root))].map(([path, bytes]) => [path, `${bytes}`]));

const move = (from: string, to: string) => ({ from: join(root, from), to: join(root, to) });
const moves = () => [move("next/dist", "dist"), move("next/generated", "content/generated")];

const made = { "next/dist/a": "new", "next/generated/b": "new" };
test("new folders take the place of old ones, which are moved away whole", async () => {
	await write({ "dist/a": "old", "dist/old": "", ...made });
	await replaceFolders(moves(), join(root, "trash"));
	const published = { "dist/a": "new", "content/generated/b": "new" };
	expect(await readAll()).toEqual({ ...published, "trash/dist/a": "old", "trash/dist/old": "" });
});

test.each<[string, Record<string, string>]>([
	["second folder cannot be put in place", { "dist/a": "old", "content/generated/b": "old", "next/dist/a": "new" }],
	["old second folder cannot be moved away", { "dist/a": "old", content: "a file, not a folder", ...made }],
])("when the %s, both are as they were", async (_, before) => {
	await write(before);
	await expect(replaceFolders(moves(), join(root, "next/replaced"))).rejects.toThrow();
	expect(await readAll()).toEqual(before);
});

test("what was being replaced when the process was killed comes back, unless its successor is there", async () => {
	const successor = { "content/generated/b": "new" };
	await write({ "next/replaced/dist/a": "old", "next/replaced/generated/b": "old", ...successor });
	await restoreFolders(join(root, "next/replaced"), [join(root, "dist"), join(root, "content/generated")]);
	expect(await readAll()).toEqual({ "dist/a": "old", "next/replaced/generated/b": "old", ...successor });
});
