import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { lockBuilds } from "./lockBuilds.ts";

test("a build acquires the lock, and others are refused until it is released", async () => {
	const folder = await makeFolder();
	const release = await lockBuilds(folder);
	await expect(lockBuilds(folder)).rejects.toThrow("Another build is under way");
	release();
	const releaseAgain = await lockBuilds(folder);
	releaseAgain();
});

test("a lock in a folder that cannot be created fails with the error of the system", async () => {
	const folder = await makeFolder({ files: { file: "" } });
	await expect(lockBuilds(join(folder, "file"))).rejects.toThrow("EEXIST");
});

test("a lock whose file is damaged fails with the error of SQLite", async () => {
	const folder = await makeFolder();
	await writeFile(join(folder, "lock.sqlite"), "no database".repeat(100));
	await expect(lockBuilds(folder)).rejects.toThrow("not a database");
});
