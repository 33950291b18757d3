import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyProject } from "../copyProject.ts";
import { readTree } from "../readTree.ts";

test("no file gets other line ends from Git on Windows", async () => {
	const folder = await copyProject();
	await rm(join(folder, "node_modules"));
	const files = await readTree(folder);
	const texts = [...files].filter(([, content]) => !content.includes(0));
	expect(texts.length).toBeGreaterThan(200);
	expect(texts.filter(([, text]) => text.includes("\r\n")).map(([path]) => path)).toEqual([]);
});
