import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { lockBuilds } from "./lockBuilds.ts";

const staleListings = vi.hoisted((): string[][] => []);
vi.mock("node:fs/promises", async (importOriginal) => {
	const original = await importOriginal<typeof import("node:fs/promises")>();
	return { ...original, readdir: async (path: string) => staleListings.shift() ?? original.readdir(path) };
});

const nonexistentPid = 99_999_999;

let folder: string;
beforeEach(async () => {
	folder = await makeFolder();
});

async function leaveLock(pid: number, ageHours = 0): Promise<void> {
	await mkdir(join(folder, "lock"), { recursive: true });
	await writeFile(join(folder, "lock", `${pid}.${Date.now() - ageHours * 3_600_000}.name`), "");
}

test.each([
	["no lock", async () => {}],
	["the lock of a process that has ended", () => leaveLock(nonexistentPid)],
	["a lock that is older than any build", () => leaveLock(process.ppid, 24)],
	["the lock of an earlier process with this one's id, as in a container", () => leaveLock(process.pid)],
	["a lock without an owner", () => mkdir(join(folder, "lock"))],
])("with %s, a build acquires the lock, and others are refused until it is released", async (_, leave) => {
	await leave();
	const release = await lockBuilds(folder);
	await expect(lockBuilds(folder)).rejects.toThrow(`Another build (process ${process.pid}) is under way`);
	await release();
	expect(await readdir(folder)).toEqual([]);
});

test("a process whose lock was taken over does not release the new owner's lock", async () => {
	const release = await lockBuilds(folder);
	await rm(join(folder, "lock"), { recursive: true });
	const releaseOther = await lockBuilds(folder);
	await release();
	await expect(lockBuilds(folder)).rejects.toThrow("Another build");
	await releaseOther();
});

test("a process that has read a stale lock or no lock is refused when another process has acquired the lock since", async () => {
	const release = await lockBuilds(folder);
	staleListings.push([`${nonexistentPid}.0.name`], []);
	await expect(lockBuilds(folder)).rejects.toThrow("Another build");
	await release();
});

test("a lock in a folder that cannot be created fails with the error of the system", async () => {
	await writeFile(join(folder, "file"), "");
	await expect(lockBuilds(join(folder, "file"))).rejects.toThrow("ENOTDIR");
});
