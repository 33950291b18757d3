import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { buildSite, pullContent } from "../../scripts/publish/buildSite.ts";
import { makeCacheFolder, startSite } from "../wire/liveSite.ts";
import { shortLimits, startServices } from "../wire/services.ts";
import { createCompleteContent } from "../wire/testContent.ts";

vi.setConfig({ testTimeout: 60_000 });

const noEnvironment = parseEnvironment({});
const refusal = /without keys the demo would take its place/;

test("a server that has served real content refuses to serve the demo when it is restarted without keys", async () => {
	const cacheFolder = await makeCacheFolder();
	const site = await startSite(await startServices(createCompleteContent()), { cacheFolder });
	await site.stop();
	const restart = startSite({ environment: noEnvironment }, { cacheFolder });
	await expect(restart).rejects.toThrow(refusal);
});

async function openProject() {
	const root = await makeCacheFolder();
	const { environment } = await startServices(createCompleteContent());
	const options = { root, cacheFolder: ".cache", log: () => {}, limits: shortLimits };
	return {
		root,
		build: (used = environment) => buildSite(used, options),
		pull: (used = environment) => pullContent(used, options),
		read: (path: string) => readFile(join(root, path), "utf8"),
	};
}

test("a build or pull without keys is refused, and leaves a real site and its content unchanged", async () => {
	const { build, pull, read } = await openProject();
	await build();
	const before = await Promise.all([
		read("dist/client/index.html"),
		read("content/generated/en-US.json"),
	]);
	await expect(build(noEnvironment)).rejects.toThrow(refusal);
	await expect(pull(noEnvironment)).rejects.toThrow(refusal);
	expect(
		await Promise.all([read("dist/client/index.html"), read("content/generated/en-US.json")]),
	).toEqual(before);
});

test("a build without keys is refused in a folder with real content and no site, or a real site and no content", async () => {
	const { root, build, pull } = await openProject();
	await pull();
	await expect(build(noEnvironment)).rejects.toThrow(refusal);
	await build();
	await rm(join(root, "content"), { recursive: true });
	await expect(build(noEnvironment)).rejects.toThrow(refusal);
});
