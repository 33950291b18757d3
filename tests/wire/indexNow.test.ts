import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { makeCacheFolder, startSite } from "./liveSite.ts";
import { startServices } from "./services.ts";
import { createCompleteContent, ids, text } from "./testContent.ts";

const key = "0123456789abcdef";
const site = "https://clinic.example";

test("search engines are notified once of changed pages only", { timeout: 60_000 }, async () => {
	const notifications: { urlList: string[] }[] = [];
	const search = await startLoopback({}, async (request) => {
		notifications.push((await json(request)) as { urlList: string[] });
		return { status: 202, headers: {}, body: "" };
	});
	onTestFinished(() => search.close());
	const content = createCompleteContent();
	const environment = { SITE_URL: site, INDEXNOW_KEY: key, INDEXNOW_URL: search.url };
	const services = await startServices(content, { environment });
	const cacheFolder = await makeCacheFolder();
	const server = await startSite(services, { cacheFolder });
	expect(await server.read(`/${key}.txt`)).toBe(key);

	content.set("functionalTests", "functionalTestsTitle", text("Tests"));
	content.item(ids.functionalTests).sys.updatedAt = new Date().toISOString();
	expect(await server.publish()).toMatchObject({ status: "live" });
	await expect.poll(() => notifications.length, { timeout: 20_000 }).toBe(1);
	expect(notifications[0]).toEqual({
		host: "clinic.example",
		key,
		keyLocation: `${site}/${key}.txt`,
		urlList: [`${site}/functional-tests`, `${site}/ru/functional-tests`],
	});

	await server.stop();
	const restarted = await startSite(services, { cacheFolder });
	await expect.poll(() => restarted.log.join()).toContain("nothing has changed");
	expect(notifications).toHaveLength(1);
});
