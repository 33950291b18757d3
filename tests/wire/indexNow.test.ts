import { json } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { readTimes } from "../readTimes.ts";
import { makeCacheFolder, pagePaths, startSite } from "./liveSite.ts";
import { startServices } from "./services.ts";
import { createCompleteContent, ids } from "./testContent.ts";

vi.setConfig({ testTimeout: 120_000 });

const key = "0123456789abcdef";
const site = "https://clinic.example";

test("our own server notifies search engines of each changed page once, and of no other page", async () => {
	/** Notifications that the search engine has received, each as a sorted list of paths. */
	const notifications: unknown[] = [];
	const search = await startLoopback({}, async (request) => {
		const { urlList, ...fields } = (await json(request)) as { urlList: string[] };
		const expectedFields = { host: "clinic.example", key, keyLocation: `${site}/${key}.txt` };
		expect([request.method, fields]).toEqual(["POST", expectedFields]);
		notifications.push(urlList.map((url) => url.replace(site, "")).sort());
		return { status: 202, headers: {}, body: "" };
	});
	onTestFinished(() => search.close());
	const content = createCompleteContent();
	const environment = { SITE_URL: site, INDEXNOW_KEY: key, INDEXNOW_URL: search.url };
	const services = await startServices(content, { environment });
	const cacheFolder = await makeCacheFolder();
	const server = await startSite(services, { cacheFolder });
	expect(await server.read(`/${key}.txt`)).toBe(key);
	const readSiteTimes = async () => readTimes(await server.read("/sitemap.xml"));
	async function expectNotified(paths: string[], change: () => unknown, webhook = server.publish) {
		const before = await readSiteTimes();
		change();
		expect(await webhook()).toMatchObject({ status: "live" });
		await expect.poll(() => notifications, { timeout: 20_000 }).toEqual([paths]);
		notifications.length = 0;
		const later = [...(await readSiteTimes())].filter(([path, time]) => time !== before.get(path));
		expect(later.map(([path]) => path).sort()).toEqual(paths);
		for (const [path, time] of later) expect(time).toBeGreaterThan(before.get(path) ?? 0);
	}

	const changeEnglish =
		(value: string, entry: "functionalTests" | "navigation", field: string) => () =>
			content.set(entry, field, { ...content.item(ids[entry]).fields[field], "en-US": value });
	await expectNotified(
		["/functional-tests"],
		changeEnglish("Tests", "functionalTests", "functionalTestsTitle"),
	);
	const price = content.prices[0];
	const changePrice = () => Object.assign(price ?? {}, { unit_amount: 7250 });
	// Home and all pages that sell name the consultation to begin with.
	const withPrices = pagePaths.filter((path) => !/about|approach/.test(path));
	await expectNotified(withPrices.sort(), changePrice, server.updatePrice);
	// The navigation is on every page, so a change of its English text changes all English pages.
	const english = pagePaths.filter((path) => !path.startsWith("/ru")).sort();
	await expectNotified(english, changeEnglish("Our way", "navigation", "approach"));
	// When an editor publishes an unchanged entry again, only the entry's `updatedAt` changes, so search engines are not
	// notified.
	content.item(ids.about).sys.updatedAt = new Date().toISOString();
	expect(await server.publish()).toMatchObject({ status: "live" });
	await server.stop();
	const restarted = await startSite(services, { cacheFolder });
	await expect
		.poll(() => restarted.log.join(), { timeout: 20_000 })
		.toContain("nothing has changed");
	expect(notifications).toEqual([]);
});
