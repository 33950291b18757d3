import { chmod, mkdir, readFile, rm, truncate, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import type { Environment } from "../../environment/environment.server.ts";
import { damages } from "../../tests/damages.ts";
import { makeFolder, writeFiles } from "../../tests/folders.ts";
import { publishVersion } from "./publishVersion.ts";
import { Versions } from "./Versions.ts";

const files = { "rules.json": "{}", "client/index.html": "<!doctype html>" };
let versions: Versions;
beforeEach(async () => {
	versions = new Versions(join(await makeFolder(), "versions"));
});

async function publish(changedPages?: string[]): Promise<string> {
	const stagingFolder = join(versions.folder, "next");
	await writeFiles(stagingFolder, files);
	return versions.publish(stagingFolder, changedPages);
}

/** Returns the versions as a process sees them that starts now. */
const reopen = () => new Versions(versions.folder);

test("a version is live even after one of a wrong clock", async () => {
	await mkdir(versions.folderOf("2999-01-01T00-00-00.000Z"));
	for (const id of [await publish(), await publish()]) expect(versions.list()).toContain(id);
	expect(versions.findLive()).toBe("2999-01-01T00-00-00.002Z");
});

test("versions are described by the pages that changed", async () => {
	const first = await publish();
	const text = await publish(["/about", "/ru/about"]);
	const code = await publish([]);
	const lost = await publish(["/talks"]);
	await rm(join(versions.folderOf(lost), "client"), { recursive: true });
	const live = await publish(["/"]);
	expect(reopen().describe("en-US")).toEqual([
		`${live}  live  /`,
		`${lost}  incomplete`,
		`${code}  no newer page: code, settings, navigation or removed content`,
		`${text}  /about, /ru/about`,
		first,
	]);
	expect(reopen().describe("ru")).toEqual([
		`${live}  на\u00a0сайте  /`,
		`${lost}  неполная`,
		`${code}  без новых страниц: изменились код, настройки, меню или что-то удалено`,
		`${text}  /about, /ru/about`,
		first,
	]);
});

test("a folder of versions that has gone has none", async () => {
	await publish();
	await rm(versions.folder, { recursive: true });
	expect(versions.listFolders()).toEqual([]);
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

test("a server sees changes within a tick of the clock", async () => {
	const server = reopen();
	const tick = new Date();
	const readLive = async () => {
		await utimes(versions.folder, tick, tick);
		return basename(server.listFolders()[0] ?? "");
	};
	expect(server.listFolders()).toEqual([]);
	const first = await publish();
	expect(await readLive()).toBe(first);
	const second = await publish();
	expect(await readLive()).toBe(second);
	await versions.rollBack(first);
	expect(await readLive()).toBe(first);
	await versions.release();
	const third = await publish();
	expect(await readLive()).toBe(third);
});

test.each(
	[...Object.keys(files), "manifest.json"].flatMap((file) =>
		damages.map((damage) => [file, damage.name, damage] as const),
	),
)("with %s %s, the version before is live", async (file, _, { apply }) => {
	const whole = await publish();
	const damaged = await publish();
	await apply(join(versions.folderOf(damaged), file));
	expect(reopen().findLive()).toBe(whole);
	expect(reopen().listFolders()).not.toContain(versions.folderOf(damaged));
	await expect(reopen().rollBack(damaged)).rejects.toThrow("is incomplete");
});

test.skipIf(process.platform === "win32")(
	"a version is on the disk before it is live",
	async () => {
		// A program in place of the system's, which lists the versions when it is called.
		const programs = await makeFolder({
			files: { sync: `#!/bin/sh\nls "${versions.folder}" > "$0.log"\n` },
		});
		await chmod(join(programs, "sync"), 0o755);
		vi.stubEnv("PATH", `${programs}:${process.env.PATH}`);
		await publish();
		expect(await readFile(join(programs, "sync.log"), "utf8")).toBe("next\n");
	},
);

test("a rollback to a lost version shows and deletes another", async () => {
	const [lost, next, newest] = [await publish(), await publish(), await publish()];
	await versions.rollBack(lost);
	await rm(versions.folderOf(lost), { recursive: true });
	expect(reopen().findLive()).toBe(newest);
	await expect(publish()).rejects.toThrow(`version ${newest} is shown.`);
	await reopen().release();
	expect(versions.list().filter((id) => id !== lost)).toEqual([newest, next]);
});

test("an empty rollback file is no rollback", async () => {
	await versions.rollBack(await publish());
	await truncate(join(versions.folder, "rollback"));
	const newest = await publish();
	expect(versions.findLive()).toBe(newest);
});
