import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { Versions } from "./Versions.ts";

let versions: Versions;
beforeEach(async () => {
	versions = new Versions(join(await makeFolder(), "versions"));
});

async function publish(): Promise<string> {
	const id = await versions.publish(await versions.prepare());
	// Two versions of the same millisecond would have the same id.
	await wait(2);
	return id;
}

test("the last five versions stay", async () => {
	const ids: string[] = [];
	for (let count = 0; count < 7; count++) ids.push(await publish());
	expect(versions.list()).toEqual(ids.slice(2).reverse());
	expect(versions.findLive()).toBe(ids[6]);
});

test("a build without a result leaves the live version", async () => {
	const live = await publish();
	await versions.prepare();
	expect([versions.findLive(), versions.list()]).toEqual([live, [live]]);
});

test("what a killed build has left is not published", async () => {
	await mkdir(join(versions.folder, "next"));
	await writeFile(join(versions.folder, "next/old.html"), "");
	const id = await publish();
	expect(existsSync(join(versions.folderOf(id), "old.html"))).toBe(false);
});

test("with a clock behind the last version nothing is built", async () => {
	const future = "2999-01-01T00-00-00.000Z";
	await mkdir(versions.folderOf(future));
	await expect(versions.prepare()).rejects.toThrow(`The last version, ${future}, is newer`);
});

test("a rollback lasts until it is released", async () => {
	const first = await publish();
	const second = await publish();
	await versions.rollBack(first);
	await expect(publish()).rejects.toThrow(`The site is rolled back to version ${first}`);
	expect([versions.findLive(), versions.list()]).toEqual([first, [second, first]]);
	await versions.release();
	expect(versions.findLive()).toBe(first);
	const newest = await publish();
	expect(versions.findLive()).toBe(newest);
});

test("a rollback during a build keeps its result unpublished", async () => {
	const first = await publish();
	const stagingFolder = await versions.prepare();
	await versions.rollBack(first);
	await expect(versions.publish(stagingFolder)).rejects.toThrow("The site is rolled back");
	expect(versions.list()).toEqual([first]);
});

test("a rollback to an unknown version is refused", async () => {
	const live = await publish();
	await expect(versions.rollBack("../next")).rejects.toThrow("There is no version ../next.");
	expect([versions.findLive(), versions.findRollback()]).toEqual([live, undefined]);
});
