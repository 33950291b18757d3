import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { replaceFile } from "./replaceFile.ts";

test("a file is replaced, and a replacement that fails leaves nothing behind", async () => {
	const folder = await makeFolder({ files: { live: "old", "folder/file": "" } });
	await replaceFile(join(folder, "live"), "new");
	expect(await readFile(join(folder, "live"), "utf8")).toBe("new");
	await expect(replaceFile(join(folder, "folder"), "new")).rejects.toThrow();
	expect((await readdir(folder)).sort()).toEqual(["folder", "live"]);
});
