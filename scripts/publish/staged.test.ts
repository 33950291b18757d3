import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeFolder, writeFiles } from "../../tests/folders.ts";
import { readTree } from "../../tests/readTree.ts";
import { staged } from "./staged.ts";

let root: string;
beforeEach(async () => {
	root = await makeFolder();
});

const made = { "dist/a": "new", "generated/b": "new" };

/** Makes files, in two folders that shall be put in place. */
const build = (files: Record<string, string> = made) =>
	staged(root, async (stage) => {
		await writeFiles(stage, files);
		return ["dist", "content/generated"].map((to) => ({
			from: join(stage, to.replace("content/", "")),
			to: join(root, to),
		}));
	});

/** All files but those of the lock. */
async function readAll(): Promise<Record<string, string>> {
	const files = [...(await readTree(root))].filter(([path]) => !path.startsWith(".cache/builds."));
	return Object.fromEntries(files.map(([path, bytes]) => [path, `${bytes}`]));
}

test("new folders take the place of old ones, of which nothing stays", async () => {
	await writeFiles(root, { "dist/a": "old", "dist/old": "" });
	await build();
	expect(await readAll()).toEqual({ "dist/a": "new", "content/generated/b": "new" });
});

test.each<[string, before: Record<string, string>, files?: Record<string, string>]>([
	["second folder cannot be put in place", { "dist/a": "old", "content/generated/b": "old" }, { "dist/a": "new" }],
	["old second folder cannot be moved away", { "dist/a": "old", content: "a file, not a folder" }],
])("when the %s, both are as they were", async (_, before, files) => {
	await writeFiles(root, before);
	await expect(build(files)).rejects.toThrow();
	expect(await readAll()).toEqual(before);
});

test("what was being replaced when the process was killed comes back, unless its successor is there", async () => {
	const successor = { "content/generated/b": "new" };
	const replaced = { ".cache/next/replaced/dist/a": "old", ".cache/next/replaced/generated/b": "old" };
	await writeFiles(root, { ...replaced, ...successor });
	await expect(staged(root, () => Promise.reject(new Error("Stopped")))).rejects.toThrow("Stopped");
	expect(await readAll()).toEqual({ "dist/a": "old", ...successor });
});

const program = `
	import { staged } from "./scripts/publish/staged.ts";
	await staged(process.argv[1], () => {
		console.log("begun");
		return new Promise((resolve) => setTimeout(resolve, 600_000));
	});
`;

test("others are kept out until a build is over, or its process is killed", async () => {
	const child = spawn(process.execPath, ["--input-type=module", "--eval", program, root]);
	await once(child.stdout, "data");
	await expect(build()).rejects.toThrow(`Another build (process ${child.pid}) is under way.`);
	child.kill("SIGKILL");
	await once(child, "exit");
	await staged(root, async () => {
		await expect(build()).rejects.toThrow(`Another build (process ${process.pid}) is under way.`);
		return [];
	});
	await build();
});
