import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { signStripeWebhook } from "../../demo/webhooks.ts";
import { writeFiles } from "../folders.ts";
import { formatFindings } from "../formatFindings.ts";
import { replaceTimers, startStandIn } from "../standIns.ts";
import {
	assetLink,
	createCompleteContent,
	ids,
	plain,
	type TestContent,
	text,
} from "../testContent.ts";
import { makeCacheFolder, startSite } from "./liveSite.ts";
import { startMailService } from "./mailService.ts";
import { key, startServices, stripeSecret, token } from "./services.ts";

test("published content and prices go live", async () => {
	const content = createCompleteContent();
	const services = await startServices(content);
	const site = await startSite(services);
	content.set("home", "heroTitle", text("Spring"));
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(await site.read("/")).toContain("Spring");
	expect(await site.read("/ru")).toContain("Spring (ru)");

	Object.assign(content.prices[0] ?? {}, { unit_amount: 7250 });
	expect(
		await site.sendWebhook(await signStripeWebhook(stripeSecret, "price.updated")),
	).toMatchObject({ status: "live" });
	expect(await site.read("/consultations")).toContain("£72.50");
	// Only one request for the picture: a rebuild reuses unchanged pictures.
	const { requests } = services.entries;
	expect(requests.filter((request) => request.includes(".png")).length).toBe(1);
	expect(site.log.join("\n")).not.toMatch(new RegExp(`${token}|${key}`));
});

test("a former address has a row until redirects name it", async () => {
	const content = createCompleteContent();
	const site = await startSite(await startServices(content));
	expect(await site.read("/ru/extra")).toContain("page: text");
	content.set("page-1", "slug", plain("renamed"));
	await site.publish();
	const { headers } = await fetch(`${site.url}/renamed`);
	expect(headers.get("no-vary-search")).toContain("utm_source");
	const readRows = async () => {
		const file = join(site.versions.folderOf(site.readLiveId()), "content/report.json");
		return formatFindings(JSON.parse(await readFile(file, "utf8")));
	};
	const place = "warning | appShellOdd.redirects";
	const expected = ["/extra", "/ru/extra"].map(
		(path) => `${place} | pageGone, visitorsLost | address=${path}`,
	);
	expect(await readRows()).toEqual(expected);
	const live = site.readLiveId();
	await site.publish();
	expect(site.readLiveId()).toBe(live);
	content.setTitle("Another title");
	await site.publish();
	expect(await readRows()).toEqual(expected);
	content.set("appShell", "redirects", plain("/extra/ gone\n/ru/extra /ru/renamed"));
	await site.publish();
	expect(await readRows()).toEqual([]);
	expect((await fetch(`${site.url}/extra`)).status).toBe(410);
	expect((await fetch(`${site.url}/ru/extra`)).url).toBe(`${site.url}/ru/renamed`);
});

test("with keys, a version of the demo is never served", async () => {
	const services = await startServices();
	const cacheFolder = await makeCacheFolder();
	const demo = await startSite(services, { cacheFolder });
	await demo.stop();
	const version = demo.versions.folderOf(demo.readLiveId());
	await writeFiles(version, { "source.json": '{"demo":true}', "client/build-info.json": "{}" });
	const { log, read } = await startSite(services, { cacheFolder });
	// The new version is built before the server starts. The check for changes after each start would be too late.
	expect(log.join("\n")).toMatch(/^Live: .*\nServing/m);
	expect(await read("/")).toContain("home: heroTitle");
});

test("old versions are pruned, and their pictures with them", async () => {
	const content = createCompleteContent();
	content.set("home", "heroCover", plain(assetLink("logo-1")));
	const site = await startSite(await startServices(content));
	// The server keeps old pictures, because a page that is already open can still request them.
	const [picture = ""] = /\/media\/[\w-]+\.jpg/.exec(await site.read("/")) ?? [];
	const fetchStatus = async () => (await fetch(site.url + picture)).status;
	content.unset("home", "heroCover");
	content.unset("navigation", "logo");
	content.unset("socialLink-1", "logo");
	for (const title of ["One", "Two", "Three", "Four", "Five"]) {
		expect(await fetchStatus()).toBe(200);
		content.set("home", "heroTitle", text(title));
		await site.publish();
	}
	expect(await fetchStatus()).toBe(404);
});

test("a second server in the same folder refuses to start", async () => {
	const services = await startServices();
	const cacheFolder = await makeCacheFolder();
	const first = await startSite(services, { cacheFolder });
	const second = startSite(services, { cacheFolder });
	await expect(second).rejects.toThrow("Another server publishes into");
	await first.stop();
	await startSite(services, { cacheFolder });
});

test("a server without webhooks rebuilds once a day", async () => {
	replaceTimers({ toFake: ["setInterval", "clearInterval"] });
	const { log } = await startSite(await startServices());
	vi.advanceTimersByTime(23 * 3_600_000);
	expect(log).not.toContain("Rebuild: daily check");
	vi.advanceTimersByTime(3_600_000);
	expect(log).toContain("Rebuild: daily check");
});

const statusPath = "/status?key=key-of-the-status-page";

/** Starts a site with a status page, whose rebuilds the test can delay. */
async function startWithStatus(content: TestContent) {
	vi.stubEnv("STATUS_KEY", "key-of-the-status-page");
	let held: boolean | Promise<boolean> = false;
	const site = await startSite(await startServices(content, { misbehave: () => held }));
	/** Delays the responses of Contentful and Stripe until the test calls the returned function. */
	function holdServices() {
		const { promise, resolve } = Promise.withResolvers<boolean>();
		held = promise;
		return () => resolve(false);
	}
	return { ...site, holdServices };
}

test("/status shows failures, to those who have the key", async () => {
	vi.stubEnv("CSP_REPORT_URL", "https://reports.example/csp");
	const content = createCompleteContent();
	content.set("navigation", "logo", plain("<b>logo</b>"));
	const site = await startWithStatus(content);
	const read = () => site.read(statusPath);
	for (const refused of ["/status", "/status?key=wrong"])
		expect((await fetch(site.url + refused)).status).toBe(404);
	const { headers } = await fetch(site.url + statusPath);
	expect(Object.fromEntries(headers)).toMatchObject({
		"cache-control": "no-store",
		"content-security-policy": expect.stringContaining(
			"frame-ancestors https://app.contentful.com https://app.eu.contentful.com;",
		),
	});
	expect(headers.has("reporting-endpoints")).toBe(false);
	expect(await read()).toMatch(
		/Live since \d+ \w+ \d{4} .* UTC\..*&lt;b&gt;logo.*\[navigationOdd\]/s,
	);

	content.set("about", "title", {});
	const release = site.holdServices();
	const published = site.publish();
	await expect.poll(read).toContain('<p role="status">Being updated.</p>');
	release();
	await published;
	expect(await read()).toMatch(
		/Not up to date since.*<a href="(\S+\/entries\/aboutOdd)" target="_blank" rel="noopener noreferrer">\1<\/a>/s,
	);

	content.set("about", "title", text("About"));
	content.item(ids.about).sys.updatedAt = new Date().toISOString();
	const first = site.readLiveId();
	await site.publish();
	await expect.poll(read).not.toContain("Not up to date");
	expect(await read()).toContain(`${site.readLiveId()}  live  /about, /ru/about\n${first}</pre>`);
});

test("/status has no English sentence in Russian", async () => {
	vi.stubEnv("STATUS_LANGUAGE", "ru");
	const content = createCompleteContent();
	content.set("navigation", "logo", plain("logo"));
	content.item(ids.home).sys.revision = 1;
	const site = await startWithStatus(content);
	const read = async () => {
		const page = await site.read(statusPath);
		// Markup, titles, ids, addresses and commands are in Latin letters.
		const latin = /<style>.*<\/style>|<.*?>|«.*?»|\[.*?\]|https:\S+|npm run versions/gs;
		const text = page.replace(latin, "");
		expect(text).not.toMatch(/[a-z]+ [a-z]+/i);
		return text;
	};
	expect(await read()).toContain("Меню → Логотип");
	const release = site.holdServices();
	const published = site.publish({ revision: 2 });
	await expect.poll(read).toContain("Сайт обновляется.");
	release();
	await published;
	await expect.poll(read).toContain("Contentful ещё не отдал это изменение.");
	await site.versions.rollBack(site.readLiveId());
	await site.publish();
	await expect.poll(read).toContain("Сайт возвращён к версии");
});

test("a lasting failure is mailed, and the last version stays", async () => {
	const { mails } = await startMailService();
	vi.stubEnv("STATUS_MAIL", "administrator@example.net");
	const content = createCompleteContent();
	const site = await startSite(await startServices(content));
	replaceTimers({ toFake: ["performance"] });
	const before = [site.readLiveId(), await site.read("/about")];
	const problem = expect.stringContaining("[aboutOdd]");
	content.set("about", "title", {});
	expect(await site.publish()).toEqual({ status: "failed", reason: [problem] });
	vi.advanceTimersByTime(10 * 60_000);
	await site.publish();
	const mail = {
		key: "brevo-key",
		sender: { email: "sender@example.org" },
		to: [{ email: "administrator@example.net" }],
		subject: "The website cannot be updated",
		textContent: problem,
	};
	await vi.waitFor(() => expect(mails).toEqual([mail]), { timeout: 20_000 });
	expect([site.readLiveId(), await site.read("/about")]).toEqual(before);
});

// All other rows of the table are multiples of this row, of the views in previews.test.ts, and of the deploys in
// netlifyBuilds.test.ts.
test("a publication sends as many requests as docs/netlify.md states", async () => {
	const document = await readFile("docs/netlify.md", "utf8");
	const content = createCompleteContent();
	const { entries, list, ...services } = await startServices(content);
	const site = await startSite(services);
	for (const { requests } of [entries, list]) requests.length = 0;
	content.set("home", "heroTitle", text("Saved"));
	await site.publish();
	// Files come from Contentful's hosts for files, which do not count as calls of its API.
	const contentful = entries.requests.filter((request) => request.includes("/spaces/")).length;
	expect(document).toContain(`\n| one publication | ${contentful} | ${list.requests.length} |`);
});

test("search engines are notified once of changed pages only", async () => {
	const notifications: unknown[] = [];
	const search = await startStandIn(async (request) => {
		notifications.push(await json(request));
		return { status: 202 };
	});
	const indexNowKey = "0123456789abcdef";
	const environment = { INDEXNOW_KEY: indexNowKey, INDEXNOW_URL: search.url };
	const content = createCompleteContent();
	const services = await startServices(content, { environment });
	const server = await startSite(services);
	expect(await server.read(`/${indexNowKey}.txt`)).toBe(indexNowKey);

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
			key: indexNowKey,
			keyLocation: `${site}/${indexNowKey}.txt`,
			urlList: [`${site}/functional-tests`, `${site}/ru/functional-tests`],
		},
	]);
});
