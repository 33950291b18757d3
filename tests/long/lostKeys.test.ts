import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { buildSite, pullContent } from "../../scripts/publish/buildSite.ts";
import { createCompleteContent } from "../testContent.ts";
import { makeCacheFolder, startSite } from "../wire/liveSite.ts";
import { shortLimits, startServices } from "../wire/services.ts";

vi.setConfig({ testTimeout: 60_000 });

const noEnvironment = parseEnvironment({});
const refusal = /without keys the demo would take its place/;

test("a server of real content refuses to restart without keys", async () => {
	const cacheFolder = await makeCacheFolder();
	const site = await startSite(await startServices(createCompleteContent()), { cacheFolder });
	await site.stop();
	const restart = startSite({ environment: noEnvironment }, { cacheFolder });
	await expect(restart).rejects.toThrow(refusal);
});

test("a build or pull without keys leaves real content unchanged", async () => {
	const root = await makeCacheFolder();
	const { environment } = await startServices(createCompleteContent());
	const options = { root, cacheFolder: ".cache", log: () => {}, limits: shortLimits };
	await buildSite(environment, options);
	const page = join(root, "dist/client/index.html");
	const before = await readFile(page, "utf8");
	await expect(pullContent(noEnvironment, options)).rejects.toThrow(refusal);
	await rm(join(root, "content"), { recursive: true });
	await expect(buildSite(noEnvironment, options)).rejects.toThrow(refusal);
	expect(await readFile(page, "utf8")).toBe(before);
});
