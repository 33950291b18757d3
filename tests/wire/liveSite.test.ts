import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeCacheFolder, startSite } from "./liveSite.ts";
import { startMailService } from "./mailService.ts";
import { key, startServices, token } from "./services.ts";
import { assetLink, createCompleteContent, ids, listIds, plain, text } from "./testContent.ts";

test("published content and prices go live", async () => {
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
	const [versions, renders] = [site.versions.list(), site.countRenders()];
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect([site.versions.list(), site.countRenders()]).toEqual([versions, renders]);
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
	for (const title of ["One", "Two", "Three", "Four", "Five"]) {
		content.set("home", "heroTitle", text(title));
		await site.publish();
		if (title === "Two") expect((await fetch(site.url + picture)).status).toBe(200);
	}
	expect(await site.read("/")).not.toContain(picture);
	expect((await fetch(site.url + picture)).status).toBe(404);
});

test("a second server in the same folder refuses to start", async () => {
	const services = await startServices(createCompleteContent());
	const cacheFolder = await makeCacheFolder();
	const first = await startSite(services, { cacheFolder });
	await expect(startSite(services, { cacheFolder })).rejects.toThrow(
		"Another server publishes into",
	);
	await first.stop();
	await startSite(services, { cacheFolder });
});

test("what the demo has published is not shown in a real practice's place", async () => {
	const services = await startServices(createCompleteContent());
	const cacheFolder = await makeCacheFolder();
	const first = await startSite(services, { cacheFolder });
	await first.stop();
	const version = first.versions.folderOf(first.readLiveId());
	await writeFile(join(version, "source.json"), '{"demo":true}\n');
	await writeFile(join(version, "client/build-info.json"), "{}");
	await writeFile(join(version, "client/index.html"), "the demo");
	const site = await startSite(services, { cacheFolder });
	expect(await site.read("/")).toContain("Hero");
});

test("a server without webhooks rebuilds once a day", async () => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	onTestFinished(() => void vi.useRealTimers());
	const site = await startSite(await startServices(createCompleteContent()));
	vi.advanceTimersByTime(23 * 3_600_000);
	expect(site.log).not.toContain("Rebuild: daily check");
	vi.advanceTimersByTime(3_600_000);
	expect(site.log).toContain("Rebuild: daily check");
});

const statusKey = "key-of-the-status-page";

test("/status shows failures, to those who have the key", async () => {
	vi.stubEnv("STATUS_KEY", statusKey);
	const content = createCompleteContent();
	content.set("navigation", "logo", plain("<b>logo</b>"));
	let interception: boolean | Promise<boolean> = false;
	const site = await startSite(await startServices(content, { misbehave: () => interception }));
	const fetchStatus = (query: string) => fetch(`${site.url}/status${query}`);
	for (const query of ["", "?key=wrong"]) expect((await fetchStatus(query)).status).toBe(404);
	const response = await fetchStatus(`?key=${statusKey}`);
	expect(response.status).toBe(200);
	expect(response.headers.get("cache-control")).toBe("no-store");
	expect(response.headers.get("content-security-policy")).toContain(
		"frame-ancestors https://app.contentful.com https://app.eu.contentful.com;",
	);
	const page = await response.text();
	expect(page).toMatch(/Live since \w+, \d\d \w+ \d{4} .* GMT\./);
	expect(page).toContain(
		`${ids.navigation}, logo, en-US: expected an asset, found &quot;&lt;b&gt;logo`,
	);

	content.set("about", "title", {});
	const { promise, resolve } = Promise.withResolvers<boolean>();
	// Delays the responses of Contentful and Stripe, so that the rebuild is still running when the test reads /status.
	interception = promise;
	const published = site.publish();
	const read = async () => (await fetchStatus(`?key=${statusKey}`)).text();
	await expect.poll(read).toMatch(/Being updated since .* GMT: Contentful: entry \w+ published\./);
	resolve(false);
	await published;
	const failing = await read();
	expect(failing).toContain("Updates fail since");
	expect(failing).toMatch(
		new RegExp(
			`<a href="(\\S+/entries/${ids.about})" target="_blank" rel="noopener noreferrer">\\1</a>`,
		),
	);

	content.set("about", "title", text("About"));
	await site.publish();
	await expect.poll(read).not.toContain("Updates fail");
});

test("a lasting failure is mailed to STATUS_MAIL", async () => {
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
