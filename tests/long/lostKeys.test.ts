import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { buildSite, pullContent } from "../../scripts/publish/buildSite.ts";
import { makeCacheFolder, startSite } from "../wire/liveSite.ts";
import { shortLimits, startServices } from "../wire/services.ts";
import { createCompleteContent } from "../wire/testContent.ts";

vi.setConfig({ testTimeout: 60_000 });

const noEnvironment = parseEnvironment({});
const refusal =
	/holds what was made for a real practice, and without keys the demo would take its place\. Set CONTENTFUL_SPACE_ID, CONTENTFUL_DELIVERY_TOKEN, STRIPE_API_KEY again \(is \.env missing\?\)\. If you want the demo here, set DEMO=1, or delete .*(versions|dist|generated)\.$/;

test.each([
	["with SITE_URL", {}],
	["without SITE_URL", { SITE_URL: "" }],
])(
	"a server %s that has served real content refuses to serve the demo when it is restarted without keys",
	async (_, variables) => {
		const cacheFolder = await makeCacheFolder();
		const services = await startServices(createCompleteContent(), { environment: variables });
		const site = await startSite(services, { cacheFolder });
		await site.stop();
		const restart = startSite({ environment: noEnvironment }, { cacheFolder });
		await expect(restart).rejects.toThrow(refusal);
	},
);

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
	const before = await Promise.all([read("dist/client/index.html"), read("content/generated/en-US.json")]);
	await expect(build(noEnvironment)).rejects.toThrow(refusal);
	await expect(pull(noEnvironment)).rejects.toThrow(refusal);
	expect(await Promise.all([read("dist/client/index.html"), read("content/generated/en-US.json")])).toEqual(before);
});

test("a build without keys is refused in a folder into which real content was pulled", async () => {
	const { build, pull } = await openProject();
	await pull();
	await expect(build(noEnvironment)).rejects.toThrow(refusal);
});

test("a build without keys is refused in a folder with a real site whose content was deleted", async () => {
	const { root, build } = await openProject();
	await build();
	await rm(join(root, "content"), { recursive: true });
	await expect(build(noEnvironment)).rejects.toThrow(refusal);
});

test("a build without keys replaces a real site when DEMO is 1, and a build with keys replaces the demo", async () => {
	const { root, build, pull, read } = await openProject();
	await build();
	await build(parseEnvironment({ DEMO: "1" }));
	expect(await read("dist/client/robots.txt")).not.toContain("Sitemap");
	await pull(noEnvironment);
	await build();
	expect(await read("dist/client/robots.txt")).toContain("Sitemap");
	expect((await readdir(join(root, "dist"))).sort()).toEqual(["client", "server", "source.json"]);
});
