import { existsSync } from "node:fs";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { makeFolder } from "../../tests/folders.ts";
import { computeSiteId, Versions, writeVersionDescription } from "./Versions.ts";

let folder: string;
let versions: Versions;
beforeEach(async () => {
	folder = await makeFolder();
	versions = new Versions(folder);
});

const idOf = (number: number) => String(number).padStart(16, "0");

async function make(number: number): Promise<string> {
	const stage = join(folder, `made-${number}-${Math.random()}`);
	await mkdir(join(stage, "client"), { recursive: true });
	await writeFile(join(stage, "client/index.html"), `Version ${number}`);
	await writeVersionDescription(stage, idOf(number));
	return stage;
}

/** Adds a version that was modified `number` seconds after 1970, so that versions are sorted by their numbers. */
async function add(number: number): Promise<string> {
	const id = idOf(number);
	await versions.add(id, await make(number));
	await utimes(versions.folderOf(id), number, number);
	return id;
}

async function listIds(): Promise<string[]> {
	return (await versions.list()).map(({ id }) => id).sort();
}

test("a damaged version is replaced when it is added again", async () => {
	const id = await add(1);
	await writeFile(join(versions.folderOf(id), "client/index.html"), "");
	await add(1);
	expect(await versions.findServable()).toBe(id);
});

test("a damaged version is removed, and the version before it is loaded", async () => {
	const good = await add(1);
	const damaged = await add(2);
	await versions.setLive(damaged);
	await writeFile(join(versions.folderOf(damaged), "client/index.html"), "");
	expect(await versions.findServable()).toBe(good);
	expect(existsSync(versions.folderOf(damaged))).toBe(false);
});

test("a rollback file that cannot be read is an error, and not the end of the rollback", async () => {
	await mkdir(join(folder, "held"));
	await expect(versions.readRollback()).rejects.toThrow("EISDIR");
});

test("without a readable file of the live version, the newest version is loaded", async () => {
	await add(1);
	const newest = await add(2);
	await mkdir(join(folder, "live"));
	expect(await versions.findServable()).toBe(newest);
});

test("a version that lacks one of its pictures is not loaded", async () => {
	const good = await add(1);
	const stage = await make(2);
	await mkdir(join(stage, "client/media"));
	await writeFile(join(stage, "client/media/photo.avif"), "picture");
	await writeVersionDescription(stage, idOf(2));
	await versions.add(idOf(2), stage);
	expect(await versions.findServable()).toBe(idOf(2));
	await rm(join(versions.folderOf(idOf(2)), "client/media/photo.avif"));
	expect(await versions.findServable()).toBe(good);
});

test("the live version is loaded although a newer one exists", async () => {
	const live = await add(1);
	await versions.setLive(live);
	await add(2);
	expect(await versions.findServable()).toBe(live);
});

test("the newest version is loaded when the file that names the live one is missing", async () => {
	await add(1);
	const newest = await add(2);
	expect(await versions.findServable()).toBe(newest);
});

test("each Contentful space, Stripe account and site address has its own folder of versions, whose name contains no key", () => {
	const keys = { CONTENTFUL_SPACE_ID: "a", CONTENTFUL_DELIVERY_TOKEN: "a", STRIPE_API_KEY: "rk_test_a" };
	const others = [
		{ CONTENTFUL_SPACE_ID: "b" },
		{ CONTENTFUL_ENVIRONMENT: "b" },
		{ STRIPE_API_KEY: "rk_test_b" },
		{ CONTENTFUL_API_URL: "https://cdn.eu.contentful.com" },
		{ SITE_URL: "https://b.example" },
	].map((variables) => parseEnvironment({ ...keys, ...variables }));
	const sources = [parseEnvironment(keys), ...others].map(computeSiteId);
	expect(new Set(sources).size).toBe(6);
	expect(sources.join()).not.toContain("rk_test");
});

test("pruning keeps the live version and the newest three others", async () => {
	for (let number = 1; number <= 5; number++) await add(number);
	await versions.prune(idOf(1));
	expect(await listIds()).toEqual([1, 3, 4, 5].map(idOf));
});

test("a version to which the administrator has rolled back is neither pruned nor replaced by the live version at a start", async () => {
	for (let number = 1; number <= 7; number++) await add(number);
	const live = await add(8);
	await versions.setLive(live);
	await versions.rollBack(idOf(1));
	await versions.prune(live);
	expect(await listIds()).toEqual([1, 5, 6, 7, 8].map(idOf));
	expect(await versions.findServable()).toBe(idOf(1));
	await versions.endRollback();
	expect(await versions.findServable()).toBe(live);
});

test("a version that is added again counts as new when versions are pruned", async () => {
	for (let number = 1; number <= 5; number++) await add(number);
	await versions.add(idOf(1), await make(1));
	await versions.prune(idOf(5));
	expect(await listIds()).toEqual([1, 3, 4, 5].map(idOf));
});

test("while a server builds, another one in the same folder is refused", async () => {
	await versions.withStagingFolder(async (stagingFolder) => {
		const other = new Versions(folder).withStagingFolder(() => Promise.reject(new Error("built")));
		await expect(other).rejects.toThrow("Another build is under way");
		expect(existsSync(stagingFolder)).toBe(true);
	});
	await expect(versions.withStagingFolder(() => Promise.reject(new Error("built")))).rejects.toThrow("built");
});

test("the staging folder is empty after a killed build, and is removed at the end", async () => {
	await mkdir(join(folder, "next/client"), { recursive: true });
	await versions.withStagingFolder(async (stagingFolder) => expect(await readdir(stagingFolder)).toEqual([]));
	expect(await readdir(folder)).toEqual(["lock.sqlite"]);
});
