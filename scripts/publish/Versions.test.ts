import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Environment } from "../../environment/environment.server.ts";
import { makeFolder } from "../../tests/folders.ts";
import { publishVersion } from "./publishVersion.ts";
import { Versions } from "./Versions.ts";

let versions: Versions;
beforeEach(async () => {
	versions = new Versions(join(await makeFolder(), "versions"));
});

async function publish(): Promise<string> {
	const stagingFolder = join(versions.folder, "next");
	await mkdir(stagingFolder, { recursive: true });
	return versions.publish(stagingFolder);
}

test("a version is live even after one of a wrong clock", async () => {
	await mkdir(versions.folderOf("2999-01-01T00-00-00.000Z"));
	for (const id of [await publish(), await publish()]) expect(versions.list()).toContain(id);
	expect(versions.findLive()).toBe("2999-01-01T00-00-00.002Z");
});

test("a rollback lasts until it is released", async () => {
	const first = await publish();
	const second = await publish();
	await versions.rollBack(first);
	const refusal = `The site is rolled back to version ${first}`;
	await expect(publish()).rejects.toThrow(refusal);
	// Before the services are called, which this environment does not name.
	const options = { log: () => {}, codeHash: "" };
	await expect(publishVersion({} as Environment, versions, options)).rejects.toThrow(refusal);
	expect([versions.findLive(), versions.list()]).toEqual([first, [second, first]]);
	await versions.release();
	expect(versions.findLive()).toBe(first);
	const newest = await publish();
	expect(versions.findLive()).toBe(newest);
});
