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

test("with a clock behind the last version nothing is built", async () => {
	const future = "2999-01-01T00-00-00.000Z";
	await mkdir(versions.folderOf(future));
	await expect(versions.prepare()).rejects.toThrow(`The last version, ${future}, is newer`);
});

test("what a killed build has left is not published", async () => {
	const left = join(await versions.prepare(), "left.html");
	await writeFile(left, "left");
	await versions.prepare();
	expect(existsSync(left)).toBe(false);
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
