import { cp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { sourceOf } from "../../scripts/publish/Versions.ts";
import { hashCode } from "../../scripts/render/hashCode.ts";
import { assetLink, createCompleteContent, ids, listIds, plain, text } from "./content.ts";
import { makeCacheFolder, startSite } from "./liveSite.ts";
import { key, startServices, token } from "./services.ts";

const disk = vi.hoisted(() => ({ isReadable: true }));
vi.mock("../../scripts/server/siteFiles.ts", async (importOriginal) => {
	const original = await importOriginal<typeof import("../../scripts/server/siteFiles.ts")>();
	const loadSiteFiles: typeof original.loadSiteFiles = async (...args) => {
		if (!disk.isReadable) throw new Error("EIO: i/o error, read");
		return original.loadSiteFiles(...args);
	};
	return { ...original, loadSiteFiles };
});

test("what is published in Contentful and priced in Stripe is live when its rebuild says so, and what was live goes by and by", async () => {
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
	// Pictures that were there before are neither fetched nor made again.
	expect(services.entries.requests.filter((request) => request.includes(".png")).length).toBe(1);
	expect(site.log.join("\n")).not.toMatch(new RegExp(`${token}|${key}`));

	// When nothing has changed, nothing is rendered and nothing switched.
	const [live, versions, renders] = [await site.live(), await site.listVersions(), site.renders()];
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(site.renders()).toBe(renders);
	expect(await site.live()).toBe(live);
	expect(await site.listVersions()).toEqual(versions);

	// A version whose files cannot be read does not become the live one.
	content.set("home", "heroTitle", text("Summer"));
	disk.isReadable = false;
	expect(await site.publish()).toMatchObject({ status: "failed", reason: ["EIO: i/o error, read"] });
	expect(await site.live()).toBe(live);
	disk.isReadable = true;

	// A page that was loaded before finds its pictures, and only the last good versions are kept.
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
	// The live one, three more and the file that names the first.
	expect((await site.listVersions()).length).toBe(5);
	expect(await site.listVersions()).toContain(await site.live());
});

// What else can go wrong: with the services in reliability.test.ts, with the content in mistakes.test.ts.
test("a site that lacks what its pages ask for is never shown", async () => {
	const [bundles, code] = [await makeCacheFolder(), await hashCode(process.cwd())];
	await cp(join(".cache/bundles", code), join(bundles, code), { recursive: true });
	await rm(join(bundles, code, "client/apple-touch-icon.png"));
	const site = startSite(await startServices(createCompleteContent()), { bundles });
	await expect(site).rejects.toThrow("leads to /apple-touch-icon.png, which does not exist");
});

test("a start after damage to the live version serves the one before, and makes it anew", async () => {
	const content = createCompleteContent();
	const services = await startServices(content);
	const cache = await makeCacheFolder();
	const first = await startSite(services, { cache });
	content.set("home", "heroTitle", text("Second"));
	await first.publish();
	const live = await first.live();
	await first.stop();
	const [folder = ""] = await readdir(join(cache, "versions"));
	await writeFile(join(cache, "versions", folder, live, "client/ru.html"), "");
	const site = await startSite(services, { cache });
	await expect.poll(() => site.read("/ru"), { timeout: 10_000 }).toContain("Second (ru)");
	expect(await site.live()).toBe(live);
	expect(site.log.find((line) => line.startsWith("Serving"))).not.toContain(live);
});

const statusKey = "key-of-the-status-page";

test("whoever has the key sees what is live and what fails, also in Contentful's frames; others see nothing", async () => {
	vi.stubEnv("STATUS_KEY", statusKey);
	const content = createCompleteContent();
	content.set("navigation", "logo", plain("<b>logo</b>"));
	let isHeld: boolean | Promise<boolean> = false;
	const site = await startSite(await startServices(content, { misbehave: () => isHeld }));
	const ask = (query: string, method = "GET") => fetch(`${site.url}/status${query}`, { method });
	const missing = await (await fetch(`${site.url}/nothing`)).text();
	for (const query of ["", "?key=", "?key=wrong", `?other=${statusKey}`]) {
		const answer = await ask(query);
		expect([answer.status, await answer.text()]).toEqual([404, missing]);
	}
	expect((await ask(`?key=${statusKey}`, "POST")).status).toBe(405);

	const answer = await ask(`?key=${statusKey}`);
	expect(answer.status).toBe(200);
	expect(answer.headers.get("cache-control")).toBe("no-store");
	expect(answer.headers.get("content-security-policy")).toContain(
		"frame-ancestors https://app.contentful.com https://app.eu.contentful.com;",
	);
	expect((await fetch(site.url)).headers.get("content-security-policy")).toContain("frame-ancestors 'none';");
	const page = await answer.text();
	expect(page).toMatch(/Live since \d+ \w+ \d{4} at \d\d:\d\d UTC\./);
	expect(page).toContain(
		`>${ids.navigation}, logo, en-US</a>: expected an asset, found the string &#34;&#60;b&#62;logo`,
	);

	content.set("about", "title", {});
	const { promise, resolve } = Promise.withResolvers<boolean>();
	isHeld = promise;
	const published = site.publish();
	const read = async () => (await ask(`?key=${statusKey}`)).text();
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
	expect(await read()).not.toContain("Updates fail");
});

test("without STATUS_KEY there is no page at /status", async () => {
	const site = await startSite(await startServices(createCompleteContent()));
	expect((await fetch(`${site.url}/status?key=`)).status).toBe(404);
});

test("after a restart /status says since when the version is live, not since when the server runs", async () => {
	vi.stubEnv("STATUS_KEY", statusKey);
	const services = await startServices(createCompleteContent());
	const cache = await makeCacheFolder();
	const first = await startSite(services, { cache });
	const report = join(cache, "versions", sourceOf(services.environment), await first.live(), "content/report.json");
	await first.stop();
	await utimes(report, new Date("2026-03-04T05:06Z"), new Date("2026-03-04T05:06Z"));
	const site = await startSite(services, { cache });
	const page = await site.read(`/status?key=${statusKey}`);
	expect(page).toContain("Live since 4 March 2026 at 05:06 UTC.");
});

type BrevoMail = { to: unknown; sender: unknown; subject: string; textContent: string };

/** Starts a stand-in for Brevo, which the server's mails are sent to, and which refuses them on demand. */
async function startBrevo() {
	const brevo = { status: 201, mails: [] as BrevoMail[], refused: 0, keys: new Set<unknown>() };
	const service = await startLoopback({}, async (request) => {
		const mail = (await json(request)) as BrevoMail;
		brevo.keys.add(request.headers["api-key"]);
		if (brevo.status === 201) brevo.mails.push(mail);
		else brevo.refused++;
		return { status: brevo.status, headers: { "Content-Type": "application/json" }, body: '{"messageId":"1"}' };
	});
	onTestFinished(() => service.close());
	vi.stubEnv("BREVO_API_KEY", "brevo-key");
	vi.stubEnv("BREVO_API_URL", service.url);
	return brevo;
}

/** Waits for a check to pass. Long, since a busy machine is no failure. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
const quickMails = { mailAfterMs: 50, mailRetryDelayMs: 20 };
const [failureMail, recoveryMail] = ["The website cannot be updated", "The website is up to date again"];

test("a failure that lasts is reported by a mail from and to the site's own address, and its end by another", async () => {
	const brevo = await startBrevo();
	const content = createCompleteContent();
	const site = await startSite(await startServices(content), quickMails);
	content.set("about", "title", {});
	await site.publish();
	await waitFor(() => expect(brevo.mails.length).toBe(1));
	await site.publish();
	content.set("about", "title", text("About"));
	await site.publish();
	await waitFor(() => expect(brevo.mails.length).toBe(2));
	const contact = { email: "clinic@example.org" };
	const mail = { sender: contact, to: [contact] };
	expect(brevo.mails).toEqual([
		{ ...mail, subject: failureMail, textContent: expect.stringContaining('field "title"') },
		{ ...mail, subject: recoveryMail, textContent: expect.stringContaining("latest content") },
	]);
	expect([...brevo.keys]).toEqual(["brevo-key"]);
});

test("STATUS_MAIL gets the mails, which still come from the site's own address", async () => {
	const brevo = await startBrevo();
	vi.stubEnv("STATUS_MAIL", "administrator@example.net");
	const content = createCompleteContent();
	const site = await startSite(await startServices(content), quickMails);
	content.set("about", "title", {});
	await site.publish();
	await waitFor(() => expect(brevo.mails.length).toBe(1));
	const addresses = { sender: { email: "clinic@example.org" }, to: [{ email: "administrator@example.net" }] };
	expect(brevo.mails[0]).toMatchObject(addresses);
});

test("a mail that Brevo refuses is sent again, and a restart neither repeats the first mail nor forgets the second", async () => {
	const brevo = await startBrevo();
	const content = createCompleteContent();
	const services = await startServices(content);
	const cache = await makeCacheFolder();
	const first = await startSite(services, { ...quickMails, cache });
	brevo.status = 401;
	content.set("about", "title", {});
	await first.publish();
	await waitFor(() => expect(brevo.refused).toBeGreaterThan(1));
	expect(first.log).toContainEqual(
		`✗ The mail "${failureMail}" is not sent: Brevo answers 401. It is tried again, at least once an hour.`,
	);
	brevo.status = 201;
	await waitFor(() => expect(brevo.mails.length).toBe(1));
	await first.stop();

	const second = await startSite(services, { ...quickMails, cache });
	await waitFor(() => expect(second.log).toContainEqual(expect.stringContaining("Rebuild: failed")));
	content.set("about", "title", text("About"));
	await second.publish();
	await waitFor(() => expect(brevo.mails.length).toBe(2));
	expect(brevo.mails.map(({ subject }) => subject)).toEqual([failureMail, recoveryMail]);
});

test("a failure that a build at the start ends, without an earlier version, is reported as ended", async () => {
	const brevo = await startBrevo();
	const content = createCompleteContent();
	const services = await startServices(content);
	const cache = await makeCacheFolder();
	const first = await startSite(services, { ...quickMails, cache });
	content.set("about", "title", {});
	await first.publish();
	await waitFor(() => expect(brevo.mails.length).toBe(1));
	await first.stop();
	await rm(join(cache, "versions"), { recursive: true });
	content.set("about", "title", text("About"));
	await startSite(services, { ...quickMails, cache });
	await waitFor(() => expect(brevo.mails.at(-1)?.subject).toBe(recoveryMail));
});
