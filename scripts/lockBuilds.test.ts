import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockBuilds } from "./lockBuilds.ts";

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "lock-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("lets one build in at a time, and the next when it is over", async () => {
	const unlock = await lockBuilds(folder);
	await expect(lockBuilds(folder)).rejects.toThrow(`Another build (process ${process.pid}) is under way`);
	await unlock();
	await (await lockBuilds(folder))();
});

test("of two at once one gets in", async () => {
	const outcomes = await Promise.allSettled([lockBuilds(folder), lockBuilds(folder)]);
	expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("takes over what a process left that is gone, or that is too old to be a build", async () => {
	const file = join(folder, "build.lock");
	// No process has a number as high as this.
	await writeFile(file, "99999999");
	await (await lockBuilds(folder))();
	await writeFile(file, String(process.pid));
	const yesterday = new Date(Date.now() - 86_400_000);
	await utimes(file, yesterday, yesterday);
	await lockBuilds(folder);
	expect(await readFile(file, "utf8")).toBe(String(process.pid));
});
