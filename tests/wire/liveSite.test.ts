import { existsSync } from "node:fs";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { hashCode } from "../../scripts/render/hashCode.ts";
import type { SiteServerOptions } from "../../scripts/server/serveSite.ts";
import {
	assetLink,
	key,
	listIds,
	plain,
	startServices,
	type TestContent,
	text,
	token,
	wholeContent,
} from "./content.ts";
import { keptFolder, makeBundle, publishing, startSite } from "./liveSite.ts";
import { refusing } from "./misbehaviour.ts";

vi.setConfig({ testTimeout: 30_000 });

beforeAll(makeBundle, 60_000);

/** Serves a content, with nothing kept from before. */
const serve = async (content: TestContent, options: Partial<SiteServerOptions> = {}) =>
	startSite(await startServices(content), { cache: await keptFolder(), ...options });

test("what is published in Contentful and priced in Stripe is live when its rebuild says so", async () => {
	const content = wholeContent();
	const services = await startServices(content);
	const site = await startSite(services, { cache: await keptFolder() });
	expect(await site.read("/")).toContain("Hero");
	expect(await site.read("/ru")).toContain("Hero (ru)");
	const published = existsSync("dist/client/index.html") && (await readFile("dist/client/index.html", "utf8"));

	content.set("home", "heroTitle", text("Spring"));
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(await site.read("/")).toContain("Spring");
	expect(await site.read("/ru")).toContain("Spring (ru)");

	Object.assign(content.prices[0] ?? {}, { unit_amount: 7250 });
	expect(await site.pricing()).toMatchObject({ status: "live" });
	expect(await site.read("/consultations")).toContain("£72.50");
	// Pictures that were there before are neither fetched nor made again.
	expect(services.entries.requests.filter((request) => request.includes(".png")).length).toBe(1);
	// What `npm run build` has written is another matter.
	expect(existsSync("dist/client/index.html") && (await readFile("dist/client/index.html", "utf8"))).toBe(published);
	expect(site.log.join("\n")).not.toMatch(new RegExp(`${token}|${key}`));
});

test("when nothing has changed, nothing is rendered and nothing switched", async () => {
	const content = wholeContent();
	const site = await serve(content);
	const [live, versions] = [await site.live(), await site.listVersions()];
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(await site.pricing()).toMatchObject({ status: "live" });
	expect(site.renders()).toBe(1);
	expect(await site.live()).toBe(live);
	expect(await site.listVersions()).toEqual(versions);
});

test("a page that was loaded before finds its pictures, and only the last good versions are kept", async () => {
	const content = wholeContent();
	content.set("home", "heroCover", plain(assetLink("logo-1")));
	const site = await serve(content);
	const [picture = ""] = /\/media\/[\w-]+\.jpg/.exec(await site.read("/")) ?? [];
	content.unset("home", "heroCover");
	content.unset("navigation", "logo");
	content.unset(listIds.socialLink, "logo");
	for (const title of ["One", "Two", "Three"]) {
		content.set("home", "heroTitle", text(title));
		await site.publish();
	}
	expect((await fetch(site.url + picture)).status).toBe(200);
	for (const title of ["Four", "Five", "Six"]) {
		content.set("home", "heroTitle", text(title));
		await site.publish();
	}
	expect(await site.read("/")).not.toContain(picture);
	expect((await fetch(site.url + picture)).status).toBe(404);
	// The live one, three more and the file that names the first.
	expect((await site.listVersions()).length).toBe(5);
	expect(await site.listVersions()).toContain(await site.live());
});

// What else can go wrong: with the services in reliability.test.ts, with the content in mistakes.test.ts.
test("a site that lacks what its pages ask for is never shown", async () => {
	const [bundles, code] = [await keptFolder(), await hashCode(process.cwd())];
	await cp(join(".cache/bundles", code), join(bundles, code), { recursive: true });
	await rm(join(bundles, code, "client/apple-touch-icon.png"));
	const site = serve(wholeContent(), { bundles });
	await expect(site).rejects.toThrow("leads to /apple-touch-icon.png, which is not there");
});

test("a rebuild that failed is tried again by itself", async () => {
	const content = wholeContent();
	let isWell = true;
	const services = await startServices(content, { stripe: (...args) => !isWell && refusing(...args) });
	const site = await startSite(services, { cache: await keptFolder(), waits: { again: 50 } });
	isWell = false;
	content.set("home", "heroTitle", text("In the end"));
	expect(await site.publish()).toMatchObject({ status: "failed" });
	isWell = true;
	await expect.poll(() => site.read("/"), { timeout: 10_000 }).toContain("In the end");
});

test("what no webhook has told of is found by the regular check", async () => {
	const content = wholeContent();
	const site = await serve(content, { check: 200 });
	content.set("home", "heroTitle", text("Overheard"));
	await expect.poll(() => site.read("/"), { timeout: 10_000 }).toContain("Overheard");
	expect(site.log).toContain("Rebuild: regular check");
});

describe("a start", () => {
	/** Serves a content once, and stops. Out: what it came from, and the folder of what is kept. */
	async function servedBefore(content = wholeContent()) {
		const services = await startServices(content);
		const cache = await keptFolder();
		await (await startSite(services, { cache })).stop();
		return { services, cache };
	}

	test("shows what has changed in the meantime as soon as it is built", async () => {
		const content = wholeContent();
		const { services, cache } = await servedBefore(content);
		content.set("home", "heroTitle", text("Meanwhile"));
		const site = await startSite(services, { cache });
		await expect.poll(() => site.read("/"), { timeout: 10_000 }).toContain("Meanwhile");
	});

	test("with another key, space or environment has nothing to serve when it cannot build", async () => {
		const { services, cache } = await servedBefore();
		const changes = { STRIPE_API_KEY: "rk_test_b", CONTENTFUL_SPACE_ID: "b", CONTENTFUL_ENVIRONMENT: "b" };
		for (const [name, value] of Object.entries(changes)) {
			const environment = { [name]: value, ...addressesOf(services) };
			const others = await startServices(wholeContent(), { environment });
			await expect(startSite(others, { cache }), name).rejects.toThrow();
		}
	});

	test("under another address of the site builds anew", async () => {
		const { services, cache } = await servedBefore();
		const environment = { ...addressesOf(services), SITE_URL: "https://other.example" };
		const site = await startSite(await startServices(wholeContent(), { environment }), { cache });
		expect(await site.read("/")).toContain('href="https://other.example/"');
		expect(site.renders()).toBe(1);
	});

	test("after damage to the live version serves the one before, and makes it anew", async () => {
		const content = wholeContent();
		const services = await startServices(content);
		const cache = await keptFolder();
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

	test("without the file that names the live version serves the newest", async () => {
		const { services, cache } = await servedBefore();
		const [folder = ""] = await readdir(join(cache, "versions"));
		await rm(join(cache, "versions", folder, "live"));
		expect((await startSite(services, { cache })).renders()).toBe(0);
	});
});

const addressesOf = ({ environment: { contentful, stripe } }: Awaited<ReturnType<typeof startServices>>) => ({
	CONTENTFUL_API_URL: contentful.apiUrl,
	STRIPE_API_URL: stripe.apiUrl,
});

test("two hundred webhooks in two seconds: every page whole and of one version, few builds, the last content wins", async () => {
	const content = wholeContent();
	const services = await startServices(content);
	const site = await startSite(services, { cache: await keptFolder(), waits: {} });
	const before = site.renders();
	let isOver = false;
	const seen: string[] = [];
	const visit = async (path: string) => {
		for (let visits = 0; !isOver && visits < 2000; visits++) {
			const response = await fetch(site.url + path);
			const page = await response.text();
			const numbers = new Set([...page.matchAll(/Title (\d+)\./g)].map(([, number]) => number));
			const isWhole = response.status === 200 && page.startsWith("<!doctype html>") && page.endsWith("</html>\n");
			if (!isWhole || numbers.size > 1) seen.push(`${path}: ${response.status}, ${[...numbers]}, ${page.length} bytes`);
		}
	};
	const visits = Promise.all(["/", "/ru", "/about", "/ru/packages"].map(visit));
	const statuses: number[] = [];
	const ids: string[] = [];
	const sent: Promise<void>[] = [];
	for (let count = 1; count <= 200; count++) {
		// A page of two versions would say two numbers.
		content.setTitle(`Title ${count}.`);
		const send = async () => {
			const response = await fetch(`${site.url}/api/rebuild`, publishing());
			statuses.push(response.status);
			ids.push(((await response.json()) as { id: string }).id);
		};
		sent.push(send());
		await wait(10);
	}
	await Promise.all(sent);
	await expect.poll(() => site.read("/"), { timeout: 20_000 }).toContain("Title 200.");
	isOver = true;
	await visits;
	expect(seen).toEqual([]);
	expect(statuses.filter((status) => status !== 202)).toEqual([]);
	expect(site.renders() - before).toBeLessThanOrEqual(8);
	for (const page of ["/", "/ru", "/about"]) expect(await site.read(page)).toContain("Title 200.");
	const states = await Promise.all(
		ids.map(async (id) => (await (await fetch(`${site.url}/api/rebuild/${id}`)).json()).status),
	);
	expect(new Set(states)).toEqual(new Set(["live"]));
});
