import { cp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import { computeSiteId, Versions } from "../../scripts/publish/Versions.ts";
import { hashCode } from "../../scripts/render/hashCode.ts";
import { makeCacheFolder, startSite } from "./liveSite.ts";
import { startMailService } from "./mailService.ts";
import { key, startServices, token } from "./services.ts";
import { assetLink, createCompleteContent, ids, listIds, plain, text } from "./testContent.ts";

const disk = vi.hoisted(() => ({ isReadable: true }));
vi.mock("../../scripts/server/siteFiles.ts", async (importOriginal) => {
	const original = await importOriginal<typeof import("../../scripts/server/siteFiles.ts")>();
	const loadSiteFiles: typeof original.loadSiteFiles = async (...args) => {
		if (!disk.isReadable) throw new Error("EIO: i/o error, read");
		return original.loadSiteFiles(...args);
	};
	return { ...original, loadSiteFiles };
});

test("published content and prices are live when the status of the rebuild is live", async () => {
	const content = createCompleteContent();
	content.set("home", "heroCover", plain(assetLink("logo-1")));
	const services = await startServices(content);
	const site = await startSite(services);
	expect(await site.read("/")).toContain("Hero");
	expect(await site.read("/ru")).toContain("Hero (ru)");

	content.set("home", "heroTitle", text("Spring"));
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(await site.read("/")).toContain("Spring");
	expect(await site.read("/ru")).toContain("Spring (ru)");

	Object.assign(content.prices[0] ?? {}, { unit_amount: 7250 });
	expect(await site.updatePrice()).toMatchObject({ status: "live" });
	expect(await site.read("/consultations")).toContain("£72.50");
	// Only one request for the picture: a rebuild reuses unchanged pictures.
	expect(services.entries.requests.filter((request) => request.includes(".png")).length).toBe(1);
	expect(site.log.join("\n")).not.toMatch(new RegExp(`${token}|${key}`));

	// A rebuild without changes renders nothing and keeps the live version.
	const [live, versions, renders] = [await site.readLiveId(), await site.listVersions(), site.countRenders()];
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(site.countRenders()).toBe(renders);
	expect(await site.readLiveId()).toBe(live);
	expect(await site.listVersions()).toEqual(versions);

	content.set("home", "heroTitle", text("Summer"));
	disk.isReadable = false;
	expect(await site.publish()).toMatchObject({ status: "failed", reason: ["EIO: i/o error, read"] });
	expect(await site.readLiveId()).toBe(live);
	disk.isReadable = true;
});

test("old versions are pruned, and their pictures with them", async () => {
	const content = createCompleteContent();
	content.set("home", "heroCover", plain(assetLink("logo-1")));
	const site = await startSite(await startServices(content));
	// The server keeps old pictures, because a page that is already open can still request them.
	const [picture = ""] = /\/media\/[\w-]+\.jpg/.exec(await site.read("/")) ?? [];
	content.unset("home", "heroCover");
	content.unset("navigation", "logo");
	content.unset(listIds.socialLink, "logo");
	for (const title of ["One", "Two", "Three", "Four"]) {
		content.set("home", "heroTitle", text(title));
		await site.publish();
		if (title === "Two") expect((await fetch(site.url + picture)).status).toBe(200);
	}
	expect(await site.read("/")).not.toContain(picture);
	expect((await fetch(site.url + picture)).status).toBe(404);
});

test("a page that is left out of the live version is not served any more", async () => {
	const content = createCompleteContent();
	const site = await startSite(await startServices(content));
	expect((await fetch(`${site.url}/approach`)).status).toBe(200);
	content.item("approach").sys.fieldStatus = { "*": { "en-US": "draft", ru: "published" } };
	expect(await site.publish()).toEqual({ status: "live" });
	expect((await fetch(`${site.url}/approach`)).status).toBe(404);
});

test("a site that lacks a file to which its pages refer is not served", async () => {
	const [bundlesFolder, code] = [await makeCacheFolder(), await hashCode(process.cwd())];
	await cp(join(".cache/bundles", code), join(bundlesFolder, code), { recursive: true });
	await rm(join(bundlesFolder, code, "client/apple-touch-icon.png"));
	const site = startSite(await startServices(createCompleteContent()), { bundlesFolder });
	await expect(site).rejects.toThrow("leads to /apple-touch-icon.png, which does not exist");
});

test("a start with a damaged live version serves the previous version, and builds the live one again", async () => {
	const content = createCompleteContent();
	const services = await startServices(content);
	const cacheFolder = await makeCacheFolder();
	const first = await startSite(services, { cacheFolder });
	content.set("home", "heroTitle", text("Second"));
	await first.publish();
	const live = await first.readLiveId();
	await first.stop();
	const [folder = ""] = await readdir(join(cacheFolder, "versions"));
	await writeFile(join(cacheFolder, "versions", folder, live, "client/ru.html"), "");
	const site = await startSite(services, { cacheFolder });
	await expect.poll(() => site.read("/ru"), { timeout: 10_000 }).toContain("Second (ru)");
	expect(await site.readLiveId()).toBe(live);
	expect(site.log.find((line) => line.startsWith("Serving"))).not.toContain(live);
});

test("after the administrator has rolled back, a version that is being built is not published, and no other is built", async () => {
	const content = createCompleteContent();
	let rollBack = async () => {};
	const misbehave: Intercept = async () => {
		await rollBack();
		return false;
	};
	const services = await startServices(content, { misbehave });
	const cacheFolder = await makeCacheFolder();
	const site = await startSite(services, { cacheFolder });
	const live = await site.readLiveId();
	const versions = new Versions(join(cacheFolder, "versions", computeSiteId(services.environment)));
	let rolledBack: Promise<void> | undefined;
	// Simulates a roll-back by an administrator during a pull.
	rollBack = () => {
		rolledBack ??= versions.rollBack(live);
		return rolledBack;
	};
	content.set("home", "heroTitle", text("Second"));
	const reason = [expect.stringContaining(`The site is rolled back to version ${live}`)];
	expect(await site.publish()).toEqual({ status: "failed", reason });
	expect(site.countRenders()).toBe(2);
	content.set("home", "heroTitle", text("Third"));
	expect(await site.publish()).toEqual({ status: "failed", reason });
	expect(site.countRenders()).toBe(2);
	expect(await site.read("/")).not.toMatch(/Second|Third/);
});

test("a server without webhooks rebuilds once a day, and hides the descriptions of its version, and /status without STATUS_KEY", async () => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	onTestFinished(() => void vi.useRealTimers());
	const site = await startSite(await startServices(createCompleteContent()));
	vi.advanceTimersByTime(23 * 3_600_000);
	expect(site.log).not.toContain("Rebuild: daily check");
	vi.advanceTimersByTime(3_600_000);
	expect(site.log).toContain("Rebuild: daily check");
	for (const path of ["/status?key=", "/source.json", "/version.json"]) {
		expect((await fetch(site.url + path)).status, path).toBe(404);
	}
});

const statusKey = "key-of-the-status-page";

test("/status shows the live version and failures with the key, and responds with 404 without the key", async () => {
	vi.stubEnv("STATUS_KEY", statusKey);
	const content = createCompleteContent();
	content.set("navigation", "logo", plain("<b>logo</b>"));
	let interception: boolean | Promise<boolean> = false;
	const site = await startSite(await startServices(content, { misbehave: () => interception }));
	const fetchStatus = (query: string, method = "GET") => fetch(`${site.url}/status${query}`, { method });
	const missing = await (await fetch(`${site.url}/nothing`)).text();
	for (const query of ["", "?key=", "?key=wrong", `?other=${statusKey}`]) {
		const refusal = await fetchStatus(query);
		expect([refusal.status, await refusal.text()]).toEqual([404, missing]);
	}
	expect((await fetchStatus(`?key=${statusKey}`, "POST")).status).toBe(405);

	const response = await fetchStatus(`?key=${statusKey}`);
	expect(response.status).toBe(200);
	expect(response.headers.get("cache-control")).toBe("no-store");
	expect(response.headers.get("content-security-policy")).toContain(
		"frame-ancestors https://app.contentful.com https://app.eu.contentful.com;",
	);
	expect((await fetch(site.url)).headers.get("content-security-policy")).toContain("frame-ancestors 'none';");
	const page = await response.text();
	expect(page).toMatch(/Live since \d+ \w+ \d{4} at \d\d:\d\d UTC\./);
	expect(page).toContain(
		`>${ids.navigation}, logo, en-US</a>: expected an asset, found the string &#34;&#60;b&#62;logo`,
	);

	content.set("about", "title", {});
	const { promise, resolve } = Promise.withResolvers<boolean>();
	// Delays the responses of Contentful and Stripe, so that the rebuild is still running when the test reads /status.
	interception = promise;
	const published = site.publish();
	const read = async () => (await fetchStatus(`?key=${statusKey}`)).text();
	await expect.poll(read).toMatch(/Being updated since .* UTC: Contentful: entry \w+ published\./);
	resolve(false);
	await published;
	const failing = await read();
	expect(failing).toContain("Updates fail since");
	expect(failing).toMatch(
		new RegExp(`<a href="(\\S+/entries/${ids.about})" target="_blank" rel="noopener noreferrer">\\1</a></li>`),
	);

	content.set("about", "title", text("About"));
	await site.publish();
	await expect.poll(read).not.toContain("Updates fail");
});

test("a restart keeps the time of the live version in /status, and one with other settings of the site publishes them", async () => {
	vi.stubEnv("STATUS_KEY", statusKey);
	const { environment } = await startServices(createCompleteContent());
	const cacheFolder = await makeCacheFolder();
	const first = await startSite({ environment }, { cacheFolder });
	const report = join(
		cacheFolder,
		"versions",
		computeSiteId(environment),
		await first.readLiveId(),
		"content/report.json",
	);
	await first.stop();
	await utimes(report, new Date("2026-03-04T05:06Z"), new Date("2026-03-04T05:06Z"));
	const second = await startSite({ environment }, { cacheFolder });
	const page = await second.read(`/status?key=${statusKey}`);
	expect(page).toContain("Live since 4 March 2026 at 05:06 UTC.");
	await second.stop();
	const site = { ...environment.site, reportUrl: "https://reports.example/csp" };
	const third = await startSite({ environment: { ...environment, site } }, { cacheFolder });
	const readPolicy = async () => (await fetch(third.url)).headers.get("content-security-policy");
	await expect.poll(readPolicy, { timeout: 10_000 }).toContain("report-uri https://reports.example/csp");
});

test("a lasting failure is reported by a mail from the site's own address to STATUS_MAIL", async () => {
	const { mails } = await startMailService();
	vi.stubEnv("STATUS_MAIL", "administrator@example.net");
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const content = createCompleteContent();
	const site = await startSite(await startServices(content));
	content.set("about", "title", {});
	await site.publish();
	vi.setSystemTime(Date.now() + 10 * 60_000);
	await site.publish();
	const mail = {
		key: "brevo-key",
		sender: { email: "clinic@example.org" },
		to: [{ email: "administrator@example.net" }],
		subject: "The website cannot be updated",
		textContent: expect.stringContaining('field "title"'),
	};
	await vi.waitFor(() => expect(mails).toEqual([mail]), { timeout: 20_000 });
});
