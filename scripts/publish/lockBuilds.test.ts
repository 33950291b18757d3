import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { lockBuilds } from "./lockBuilds.ts";

/** What the next looks into a folder find, in place of what is there. */
const seen = vi.hoisted((): string[][] => []);
vi.mock("node:fs/promises", async (importOriginal) => {
	const original = await importOriginal<typeof import("node:fs/promises")>();
	return { ...original, readdir: async (path: string) => seen.shift() ?? original.readdir(path) };
});

// No process has a number as high as this.
const nobody = 99_999_999;

let folder: string;
beforeEach(async () => {
	folder = await makeFolder();
});

/** Leaves a lock as a process does that began some hours ago. */
async function leaveLock(pid: number, hours = 0): Promise<void> {
	await mkdir(join(folder, "lock"), { recursive: true });
	await writeFile(join(folder, "lock", `${pid}.${Date.now() - hours * 3_600_000}.name`), "");
}

test.each([
	["that is not there", async () => {}],
	["of a process that is gone", () => leaveLock(nobody)],
	["that is too old to be a build", () => leaveLock(process.ppid, 24)],
	["of a process that had this one's number, as in a container", () => leaveLock(process.pid)],
	["that says nothing of its owner", () => mkdir(join(folder, "lock"))],
])("takes a lock %s, and lets it go at the end", async (_, leave) => {
	await leave();
	const unlock = await lockBuilds(folder);
	await expect(lockBuilds(folder)).rejects.toThrow(`Another build (process ${process.pid}) is under way`);
	await unlock();
	expect(await readdir(folder)).toEqual([]);
});

test("who was taken for gone does not open the lock of another", async () => {
	const unlock = await lockBuilds(folder);
	await rm(join(folder, "lock"), { recursive: true });
	const unlockOther = await lockBuilds(folder);
	await unlock();
	await expect(lockBuilds(folder)).rejects.toThrow("Another build");
	await unlockOther();
});

test("who has seen a leftover, or nothing, where another is building by now is kept out", async () => {
	const unlock = await lockBuilds(folder);
	seen.push([`${nobody}.0.name`], []);
	await expect(lockBuilds(folder)).rejects.toThrow("Another build");
	await unlock();
});
