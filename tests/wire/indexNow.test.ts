import { json } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { createCompleteContent, ids, listIds } from "./content.ts";
import { makeCacheFolder, pagePaths, startSite } from "./liveSite.ts";
import { startServices } from "./services.ts";

vi.setConfig({ testTimeout: 120_000 });

const key = "0123456789abcdef";
const site = "https://clinic.example";

test("our own server tells of the pages that have changed, once, and of no others", async () => {
	/** What search engines were told: the pages, sorted, of each request. */
	const told: unknown[] = [];
	const search = await startLoopback({}, async (request) => {
		const { urlList, ...others } = (await json(request)) as { urlList: string[] };
		const named = { host: "clinic.example", key, keyLocation: `${site}/${key}.txt` };
		expect([request.method, others]).toEqual(["POST", named]);
		told.push(urlList.map((url) => url.replace(site, "")).sort());
		return { status: 202, headers: {}, body: "" };
	});
	onTestFinished(() => search.close());
	const content = createCompleteContent();
	const environment = { SITE_URL: site, INDEXNOW_KEY: key, INDEXNOW_URL: search.url };
	const services = await startServices(content, { environment });
	const cache = await makeCacheFolder();
	const server = await startSite(services, { cache });
	expect(await server.read(`/${key}.txt`)).toBe(key);
	const timesOf = async () => {
		const found = (await server.read("/sitemap.xml")).matchAll(/<loc>(.+?)<\/loc><lastmod>(.+?)<\/lastmod>/g);
		return new Map([...found].map(([, url = "", time = ""]) => [url.replace(site, ""), Date.parse(time)]));
	};
	/** Changes something, and expects that these pages are told of and have a later time in the sitemap, and that all others keep theirs. */
	async function expectTold(paths: string[], change: () => unknown, webhook = server.publish) {
		const before = await timesOf();
		change();
		expect(await webhook()).toMatchObject({ status: "live" });
		await expect.poll(() => told, { timeout: 20_000 }).toEqual([paths]);
		told.length = 0;
		const later = [...(await timesOf())].filter(([path, time]) => time !== before.get(path));
		expect(later.map(([path]) => path).sort()).toEqual(paths);
		for (const [path, time] of later) expect(time).toBeGreaterThan(before.get(path) ?? 0);
	}

	const inEnglish = (value: string, entry: "about" | "navigation", field: string) => () =>
		content.set(entry, field, { ...content.item(ids[entry]).fields[field], "en-US": value });
	await expectTold(["/about"], inEnglish("Who", "about", "title"));
	const price = content.prices[0];
	await expectTold(
		// The home page names the lowest price of each page.
		["/", "/consultations", "/ru", "/ru/consultations"],
		() => Object.assign(price ?? {}, { unit_amount: 7250 }),
		server.updatePrice,
	);
	// The entry of every page.
	const english = pagePaths.filter((path) => !path.startsWith("/ru")).sort();
	await expectTold(english, inEnglish("Our way", "navigation", "approach"));
	// What vanishes leaves nothing behind that is newer than what was there.
	await expectTold(["/", "/ru"], () => content.unpublish(listIds.review));
	// Published again as it is, which changes a time and no word.
	content.item(ids.about).sys.updatedAt = new Date().toISOString();
	expect(await server.publish()).toMatchObject({ status: "live" });
	await server.stop();
	const again = await startSite(services, { cache });
	await expect.poll(() => again.log.join(), { timeout: 20_000 }).toContain("nothing has changed");
	expect(told).toEqual([]);
});
