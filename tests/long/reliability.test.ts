import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import { createCompleteContent, text } from "../testContent.ts";
import { makeCacheFolder, pagePaths, startSite } from "../wire/liveSite.ts";
import { interceptPath, neverRespond, refuseKey, respondWith } from "../wire/misbehaviour.ts";
import { shortLimits, startServices } from "../wire/services.ts";

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

type Fault = { message: string; misbehave?: Intercept; diskCode?: "ENOSPC" | "EROFS" };

// tests/wire/services.test.ts has the faults of the services one by one.
test.each<[string, Fault]>([
	["no answer from Contentful", { message: "(ETIMEDOUT)", misbehave: neverRespond }],
	[
		"an outage of Stripe",
		{ message: "(503)", misbehave: interceptPath("/v1/prices", respondWith(503, "")) },
	],
	[
		"a revoked key of Contentful",
		{ message: "CONTENTFUL_DELIVERY_TOKEN", misbehave: interceptPath("/entries", refuseKey) },
	],
	["a full disk", { message: "ENOSPC", diskCode: "ENOSPC" }],
	["a read-only disk", { message: "cannot be written to (", diskCode: "EROFS" }],
])("%s stops a first start, and leaves a live version", { timeout: 60_000 }, async (_, fault) => {
	const { message, misbehave, diskCode } = fault;
	const content = createCompleteContent();
	let isFaulty = false;
	const services = await startServices(content, {
		misbehave: (...exchange) => (isFaulty && misbehave ? misbehave(...exchange) : false),
	});
	const limits = { ...shortLimits };
	const setFault = (isOn: boolean, folder = "") => {
		isFaulty = isOn;
		const isShort = isOn && misbehave === neverRespond;
		limits.requestTimeoutMs = isShort ? 300 : shortLimits.requestTimeoutMs;
		Object.assign(disk, { folder, code: isOn ? (diskCode ?? "") : "" });
	};

	const empty = await makeCacheFolder();
	setFault(true, empty);
	await expect(startSite(services, { cacheFolder: empty, limits })).rejects.toThrow(message);

	setFault(false);
	const cacheFolder = await makeCacheFolder();
	const site = await startSite(services, { cacheFolder, limits });
	const readAll = () => Promise.all(pagePaths.map(site.read));
	const before = [await readAll(), site.versions.list()];
	content.set("home", "heroTitle", text("Changed"));
	setFault(true, cacheFolder);
	expect(await site.publish()).toMatchObject({
		status: "failed",
		reason: expect.arrayContaining([expect.stringContaining(message)]),
	});
	expect([await readAll(), site.versions.list()]).toEqual(before);
	await site.stop();

	const restarted = await startSite(services, { cacheFolder, limits });
	await expect
		.poll(() => restarted.log.join("\n"), { timeout: 20_000 })
		.toContain("Rebuild: not up to date.");
	expect(await Promise.all(pagePaths.map(restarted.read))).toEqual(before[0]);
	setFault(false);
});
