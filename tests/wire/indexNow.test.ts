import { rm } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { onPreBuild, onSuccess } from "../../scripts/netlify/index.js";
import { buildSite } from "../../scripts/publish/buildSite.ts";
import { liveBuildInfoFile } from "../../scripts/shared/indexNow.js";
import { createCompleteContent, ids, text } from "../testContent.ts";
import { makeCacheFolder, startSite } from "./liveSite.ts";
import { shortLimits, startServices } from "./services.ts";

const key = "0123456789abcdef";

vi.setConfig({ testTimeout: 60_000 });

/** Starts a stand-in for IndexNow. Returns its notifications, and the variables that lead to it. */
async function startIndexNow() {
	const notifications: unknown[] = [];
	const search = await startLoopback({}, async (request) => {
		notifications.push(await json(request));
		return { status: 202, headers: {}, body: "" };
	});
	onTestFinished(search.close);
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

test.each([
	["real content", {}, [expect.objectContaining({ host: "clinic.example", key })]],
	["DEMO=1", { CONTENTFUL_SPACE_ID: "", CONTENTFUL_DELIVERY_TOKEN: "", STRIPE_API_KEY: "" }, []],
])("Netlify's plugin notifies as the build decided: %s", async (_, without, expected) => {
	const { notifications, environment } = await startIndexNow();
	const live = await startLoopback({}, () => {
		return { status: 200, headers: {}, body: '{"pages":{"/":"before"}}' };
	});
	onTestFinished(live.close);
	onTestFinished(() => rm(liveBuildInfoFile, { force: true }));
	vi.spyOn(console, "log").mockImplementation(() => {});
	const host = { CONTEXT: "production", DEMO: "1", URL: live.url };
	const { variables } = await startServices(createCompleteContent(), {
		environment: { ...environment, ...host, ...without },
	});
	for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
	await onPreBuild({ utils: { cache: { restore: async () => true } } });
	const root = await makeCacheFolder();
	const options = { root, cacheFolder: ".cache", log: () => {}, limits: shortLimits };
	await buildSite(parseEnvironment(), options);
	await onSuccess({ constants: { PUBLISH_DIR: join(root, "dist/client") } });
	expect(notifications).toEqual(expected);
});
