import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { parseEnvironment } from "../../site/environment.server.ts";
import { makeFolder } from "../../tests/folders.ts";
import { describeVersion, sourceOf, Versions } from "./Versions.ts";

let folder: string;
let versions: Versions;
beforeEach(async () => {
	folder = await makeFolder();
	versions = new Versions(folder);
});

const idOf = (number: number) => String(number).padStart(16, "0");

/** Makes a version in a folder beside the versions. Out: that folder. */
async function make(number: number): Promise<string> {
	const stage = join(folder, `made-${number}-${Math.random()}`);
	await mkdir(join(stage, "client"), { recursive: true });
	await writeFile(join(stage, "client/index.html"), `Version ${number}`);
	await describeVersion(stage, idOf(number));
	return stage;
}

async function add(number: number): Promise<string> {
	const id = idOf(number);
	await versions.add(id, await make(number));
	// The clock of the disk may be coarse.
	await utimes(versions.folderOf(id), number, number);
	return id;
}

test("the same version, made by two servers at once, is never gone", async () => {
	const made = await Promise.all(Array.from({ length: 10 }, () => make(1)));
	const file = join(versions.folderOf(idOf(1)), "client/index.html");
	let isThere = false;
	const seen: boolean[] = [];
	const watch = setInterval(() => {
		isThere ||= existsSync(file);
		if (isThere) seen.push(existsSync(file));
	}, 0);
	await Promise.all(made.map((stage) => versions.add(idOf(1), stage)));
	clearInterval(watch);
	expect(await readFile(file, "utf8")).toBe("Version 1");
	expect(seen).not.toContain(false);
});

test("one that was damaged is replaced; the newest is loaded where the file that names the live one is gone", async () => {
	const id = await add(1);
	await writeFile(join(versions.folderOf(id), "client/index.html"), "");
	await add(1);
	expect(await versions.load()).toBe(id);
	await add(2);
	expect(await versions.load()).toBe(idOf(2));
});

test("versions of another space, account or address have nothing to do with each other", () => {
	const keys = { CONTENTFUL_SPACE_ID: "a", CONTENTFUL_DELIVERY_TOKEN: "a", STRIPE_API_KEY: "rk_test_a" };
	const given = { ...keys, CONTENTFUL_PREVIEW_TOKEN: "a" };
	const others = [
		{ CONTENTFUL_SPACE_ID: "b" },
		{ CONTENTFUL_ENVIRONMENT: "b" },
		{ STRIPE_API_KEY: "rk_test_b" },
		{ CONTENTFUL_API_URL: "https://cdn.eu.contentful.com" },
		{ SITE_URL: "https://b.example" },
	].map((variables) => parseEnvironment({ ...given, ...variables }));
	const sources = [parseEnvironment(given), parseEnvironment(given, { preview: true }), ...others].map(sourceOf);
	expect(new Set(sources).size).toBe(7);
	expect(sources.join()).not.toContain("rk_test");
});

test("the newest are kept, and what another server shows; nothing for one that is gone", async () => {
	for (let number = 1; number <= 8; number++) await add(number);
	const live = await add(9);
	await versions.switchTo(live);
	await writeFile(join(folder, `shown.${process.ppid}`), idOf(2));
	// No process has a number as high as this.
	await writeFile(join(folder, "shown.99999999"), idOf(3));
	await versions.prune(live);
	const found = (await readdir(folder)).filter((name) => !name.startsWith("made-"));
	const shown = [process.pid, process.ppid].map((pid) => `shown.${pid}`);
	expect(found.sort()).toEqual([...[2, 6, 7, 8, 9].map(idOf), "live", ...shown].sort());
});
