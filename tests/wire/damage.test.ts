import { existsSync } from "node:fs";
import { readdir, readFile, rm, symlink, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { pullContent } from "../../scripts/publish/buildSite.ts";
import { damages } from "../damages.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { assetLink, createCompleteContent, plain, text } from "../testContent.ts";
import { makeCacheFolder, startSite } from "./liveSite.ts";
import { respondWith } from "./misbehaviour.ts";
import { shortLimits, startServices } from "./services.ts";

/** Content with a photograph and a drawing, and its services, which can be down. */
async function startContent() {
	const content = createCompleteContent();
	content.set("home", "heroCover", plain(assetLink("logo-1")));
	const outage = { isOn: false };
	const services = await startServices(content, {
		misbehave: (...exchange) => outage.isOn && respondWith(503, "")(...exchange),
	});
	const cacheFolder = await makeCacheFolder();
	const start = () => startSite(services, { cacheFolder });
	return { content, outage, services, cacheFolder, start };
}

test("an only version that is damaged is replaced though nothing changed", async () => {
	const { start } = await startContent();
	const first = await start();
	const page = await first.read("/");
	await first.stop();
	await truncate(join(first.versions.findLiveFolder(), "client/index.html"));
	const second = await start();
	await vi.waitUntil(() => second.log.some((line) => line.startsWith("Live: ")), {
		timeout: 20_000,
	});
	expect(second.log).toContainEqual(expect.stringMatching(/^Version .* is incomplete/));
	expect(await second.read("/")).toBe(page);
});

test("without a version, status, forms and webhooks answer", async () => {
	vi.stubEnv("STATUS_KEY", "key-of-the-status-page");
	vi.spyOn(console, "error").mockReturnValue();
	const { start } = await startContent();
	const site = await start();
	await site.publish();
	for (const id of site.versions.list()) await rm(site.versions.folderOf(id), { recursive: true });
	const ask = async (path: string, init?: RequestInit) =>
		(await fetch(site.url + path, init)).status;
	const form = { method: "POST", body: new URLSearchParams({ email: "no address" }) };
	expect(await ask("/status?key=key-of-the-status-page")).toBe(200);
	expect(await ask("/api/newsletter/subscribe", form)).toBe(400);
	expect(await ask("/about")).toBe(500);
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(await ask("/about")).toBe(200);
});

test.each(damages)("$name files of the cache are made anew", async (damage) => {
	const { content, cacheFolder, start } = await startContent();
	const site = await start();
	const readMedia = () => readTree(join(site.versions.findLiveFolder(), "client/media"));
	const before = await readMedia();
	// One file of each entry at a time: the manifest, and the first other file.
	for (const isManifest of [true, false]) {
		for (const cache of ["originals", "media"]) {
			for (const entry of await readdir(join(cacheFolder, cache))) {
				const names = await readdir(join(cacheFolder, cache, entry));
				const name = names.find((name) => (name === "manifest.json") === isManifest) ?? "";
				await damage.apply(join(cacheFolder, cache, entry, name));
			}
		}
		content.set("home", "heroTitle", text(`Changed ${isManifest}`));
		expect(await site.publish()).toMatchObject({ status: "live" });
		expect(await readMedia()).toEqual(before);
	}
});

test("content replaces another file system's, or stays", async () => {
	const { content, outage, services } = await startContent();
	const root = await makeFolder();
	// Memory is a file system of its own on Linux.
	const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
	await symlink(await makeFolder({ parent }), join(root, ".cache"));
	const pull = () =>
		pullContent(services.environment, {
			root,
			cacheFolder: join(root, ".cache"),
			limits: shortLimits,
			log: () => {},
		});
	const generated = join(root, "content/generated");
	await pull();
	content.set("home", "heroTitle", text("Second title"));
	await pull();
	const names = await readdir(generated);
	expect(names.sort()).toEqual(["en-US.json", "media", "report.json", "ru.json", "source.json"]);
	const english = await readFile(join(generated, "en-US.json"), "utf8");
	expect(english).toContain("Second title");
	outage.isOn = true;
	await expect(pull()).rejects.toThrow("503");
	expect(await readFile(join(generated, "en-US.json"), "utf8")).toBe(english);
});
