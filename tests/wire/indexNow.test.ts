import { json } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { startStandIn } from "../standIns.ts";
import { createCompleteContent, ids, text } from "../testContent.ts";
import { startSite } from "./liveSite.ts";
import { startServices } from "./services.ts";

const key = "0123456789abcdef";

vi.setConfig({ testTimeout: 60_000 });

test("search engines are notified once of changed pages only", async () => {
	const notifications: unknown[] = [];
	const search = await startStandIn(async (request) => {
		notifications.push(await json(request));
		return { status: 202 };
	});
	const environment = { INDEXNOW_KEY: key, INDEXNOW_URL: search.url };
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
