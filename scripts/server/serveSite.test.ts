import { hash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parseEnvironment } from "../../site/environment.server.ts";
import { makeFolder } from "../../tests/folders.ts";
import { describeVersion, sourceOf } from "../publish/Versions.ts";
import { serveSite } from "./serveSite.ts";

const site = vi.hoisted(() => ({ home: "first", isReadable: true }));
vi.mock("../publish/makeVersion.ts", () => ({
	makeVersion: async (_: unknown, folder: string) => {
		await mkdir(join(folder, "client"));
		await writeFile(join(folder, "client/index.html"), site.home);
		return describeVersion(folder, idOf(site.home));
	},
}));
vi.mock("./siteFiles.ts", async (importOriginal) => {
	const original = await importOriginal<typeof import("./siteFiles.ts")>();
	const loadSiteFiles: typeof original.loadSiteFiles = async (...args) => {
		if (!site.isReadable) throw new Error("EIO: i/o error, read");
		return original.loadSiteFiles(...args);
	};
	return { ...original, loadSiteFiles };
});

const idOf = (home: string) => hash("sha256", home).slice(0, 16);

test("a version whose files cannot be read does not become the live one", async () => {
	const cache = await makeFolder();
	const keys = { CONTENTFUL_SPACE_ID: "space", CONTENTFUL_DELIVERY_TOKEN: "token", STRIPE_API_KEY: "rk_test_1" };
	const environment = parseEnvironment({ ...keys, PORT: "0" });
	const log: string[] = [];
	const stop = async () => {
		Object.assign(site, { home: "second", isReadable: false });
		await expect.poll(() => log).toContain("✗ EIO: i/o error, read");
		expect(await readFile(join(cache, "versions", sourceOf(environment), "live"), "utf8")).toBe(idOf("first"));
	};
	await serveSite(environment, { cache, check: 20, stop, log: (line) => log.push(line) });
});
