import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { lockBuilds } from "./lockBuilds.ts";

test("a lock whose file is damaged fails with the error of SQLite", async () => {
	const folder = await makeFolder();
	await writeFile(join(folder, "lock.sqlite"), "no database".repeat(100));
	await expect(lockBuilds(folder)).rejects.toThrow("not a database");
});
