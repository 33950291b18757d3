import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { createCompleteContent, text } from "../testContent.ts";
import { makeCacheFolder, pagePaths, startSite } from "../wire/liveSite.ts";
import { startServices } from "../wire/services.ts";

/** Simulated disk fault: each write to `folder` fails with `code`. */
const disk = vi.hoisted(() => ({ folder: "", code: "" }));
vi.mock("node:fs/promises", async (importOriginal) => {
	const original = await importOriginal<typeof import("node:fs/promises")>();
	const refuseWrites = (name: "mkdir" | "writeFile") => (path: string, options: never) => {
		// On a read-only disk, `mkdir` succeeds for a folder that exists, and on a full one for any.
		const isHarmless = name === "mkdir" && (disk.code === "ENOSPC" || existsSync(path));
		if (!disk.code || isHarmless || !String(path).startsWith(disk.folder))
			return original[name](path, options);
		return Promise.reject(Object.assign(new Error(disk.code), { code: disk.code }));
	};
	// While other writes go on, a folder that is removed is not empty.
	const rm: typeof original.rm = (path, options) =>
		disk.code === "ENOSPC" && String(path).startsWith(disk.folder) && existsSync(path)
			? Promise.reject(Object.assign(new Error("ENOTEMPTY"), { code: "ENOTEMPTY" }))
			: original.rm(path, options);
	const all = {
		...original,
		rm,
		mkdir: refuseWrites("mkdir"),
		writeFile: refuseWrites("writeFile"),
	};
	return { ...all, default: all };
});

test.each([
	["a full disk", "ENOSPC", "ENOSPC"],
	["a read-only disk", "EROFS", "cannot be written to ("],
])(
	"%s stops a first start, and leaves a live version",
	{
		timeout: 60_000,
	},
	async (_, code, message) => {
		const content = createCompleteContent();
		const services = await startServices(content);
		const breakDisk = (folder: string) => Object.assign(disk, { folder, code });
		const repairDisk = () => Object.assign(disk, { code: "" });

		const empty = await makeCacheFolder();
		breakDisk(empty);
		await expect(startSite(services, { cacheFolder: empty })).rejects.toThrow(message);

		repairDisk();
		const cacheFolder = await makeCacheFolder();
		const site = await startSite(services, { cacheFolder });
		const readAll = () => Promise.all(pagePaths.map(site.read));
		const before = [await readAll(), site.versions.list()];
		content.set("home", "heroTitle", text("Changed"));
		breakDisk(cacheFolder);
		expect(await site.publish()).toMatchObject({
			status: "failed",
			reason: expect.arrayContaining([expect.stringContaining(message)]),
		});
		expect([await readAll(), site.versions.list()]).toEqual(before);
		await site.stop();

		const restarted = await startSite(services, { cacheFolder });
		await expect
			.poll(() => restarted.log.join("\n"), { timeout: 20_000 })
			.toContain("Rebuild: not up to date.");
		expect(await Promise.all(pagePaths.map(restarted.read))).toEqual(before[0]);
		repairDisk();
	},
);
