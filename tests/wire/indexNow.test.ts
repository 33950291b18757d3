import { rm } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { onPreBuild, onSuccess } from "../../scripts/netlify/index.js";
import { buildSite } from "../../scripts/publish/buildSite.ts";
import { liveBuildInfoFile } from "../../scripts/shared/indexNow.js";
import { startStandIn } from "../standIns.ts";
import { createCompleteContent, ids, text } from "../testContent.ts";
import { makeCacheFolder, startSite } from "./liveSite.ts";
import { shortLimits, startServices } from "./services.ts";

const key = "0123456789abcdef";

vi.setConfig({ testTimeout: 60_000 });

/** Starts a stand-in for IndexNow. Returns its notifications, and the variables that lead to it. */
async function startIndexNow() {
	const notifications: unknown[] = [];
	const search = await startStandIn(async (request) => {
		notifications.push(await json(request));
		return { status: 202 };
	});
	return { notifications, environment: { INDEXNOW_KEY: key, INDEXNOW_URL: search.url } };
}

test("search engines are notified once of changed pages only", async () => {
	const { notifications, environment } = await startIndexNow();
	const content = createCompleteContent();
	const services = await startServices(content, { environment });
	const server = await startSite(services);
	expect(await server.read(`/${key}.txt`)).toBe(key);

	content.set("functionalTests", "functionalTestsTitle", text("Tests"));
	content.item(ids.functionalTests).sys.updatedAt = new Date().toISOString();
	await server.publish();
	await expect.poll(() => notifications.length, { timeout: 20_000 }).toBe(1);
	await server.publish();
	expect(server.log.join()).toContain("nothing has changed");
	const site = "https://clinic.example";
	expect(notifications).toEqual([
		{
			host: "clinic.example",
			key,
			keyLocation: `${site}/${key}.txt`,
			urlList: [`${site}/functional-tests`, `${site}/ru/functional-tests`],
		},
	]);
});

test("Netlify's plugin notifies with the key that the build recorded", async () => {
	const { notifications, environment } = await startIndexNow();
	const live = await startStandIn(() => ({ body: '{"pages":{"/":"before"}}' }));
	onTestFinished(() => rm(liveBuildInfoFile, { force: true }));
	vi.spyOn(console, "log").mockImplementation(() => {});
	const services = await startServices(createCompleteContent(), { environment });
	vi.stubEnv("CONTEXT", "production");
	vi.stubEnv("URL", live.url);
	await onPreBuild({ utils: { cache: { restore: async () => true } } });
	const root = await makeCacheFolder();
	const options = { root, cacheFolder: ".cache", log: () => {}, limits: shortLimits };
	await buildSite(services.environment, options);
	await onSuccess({ constants: { PUBLISH_DIR: join(root, "dist/client") } });
	expect(notifications).toEqual([expect.objectContaining({ host: "clinic.example", key })]);
});
