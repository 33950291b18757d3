import { expect, test, vi } from "vitest";
import type { ContentType, Kind } from "../../content/fields.ts";
import { localeCodes } from "../../content/locales.ts";
import { itemTypes, pageEntries, searchFields } from "../../content/model.ts";
import {
	assetLink,
	both,
	createCompleteContent,
	entryLink,
	ids,
	listIds,
	month,
	plain,
	text,
} from "../testContent.ts";
import { pagePaths, startSite } from "./liveSite.ts";
import { startServices, type WireOptions } from "./services.ts";

const key = "preview_key-0123456789abcdefghij";
const base = `/preview/${key}`;

/** Starts our own server with previews. */
async function startWithPreviews(
	content = createCompleteContent(),
	environment: WireOptions["environment"] = {},
) {
	vi.stubEnv("PREVIEW_KEY", key);
	const services = await startServices(content, { environment });
	const site = await startSite(services);
	const { entries, list } = services;
	/** Counts the calls of Contentful's API, and of Stripe's. */
	const countCalls = () => [
		entries.requests.filter((request) => request.includes("/environments/")).length,
		list.requests.length,
	];
	const view = (path: string) => site.read(base + path);
	return { ...site, countCalls, filesUrl: entries.url, view };
}

/** Values of the kinds of fields that pages show. */
const values: Partial<Record<Kind, unknown>> = {
	text: "Text",
	textOrNumber: 7,
	textList: ["Text"],
	richText: "Text",
	asset: assetLink("logo-1"),
	assets: [assetLink("logo-1")],
};

test("previews mark each text and picture, and the site none", async () => {
	const content = createCompleteContent();
	const marks: string[] = [];
	for (const [name, { fields }] of Object.entries<ContentType>({ ...pageEntries, ...itemTypes })) {
		const id = { ...ids, ...listIds }[name] ?? name;
		for (const [field, { kind }] of Object.entries(fields)) {
			// Words for search engines are in the head, without marks.
			if (!(kind in values) || field in searchFields) continue;
			content.set(id, field, both(values[kind]));
			const mark = `data-contentful-entry-id="${id}" data-contentful-field-id="${field}"`;
			marks.push(...localeCodes.map((code) => `${mark} data-contentful-locale="${code}"`));
		}
	}
	const monthly = "https://buy.stripe.com/monthly";
	content.set("package-1", "stripeMonthlyPaymentLink", plain(monthly));
	content.charge(monthly, [{ amount: 8500, recurring: month }]);
	const site = await startWithPreviews(content);
	const documents = await Promise.all([...pagePaths, "/extra", "/ru/extra"].map(site.view));
	expect(marks.length).toBeGreaterThan(100);
	expect(marks.filter((mark) => !documents.join().includes(mark))).toEqual([]);
	// "Morrowleaf" is the fictitious practice of the demo. A site with other content must not contain the name.
	const foreign = /data-contentful|"preview-|\/preview|morrowleaf/i;
	for (const path of pagePaths) expect(await site.read(path), path).not.toMatch(foreign);
});

test("a preview shows drafts with prices, and the site stays", async () => {
	const content = createCompleteContent();
	const site = await startWithPreviews(content);
	const liveId = site.readLiveId();
	const [calls = 0, stripeCalls = 0] = site.countCalls();
	content.add("review-draft", { name: text("Bea"), review: text("Soon") });
	content.set("home", "reviews", plain([entryLink("review-draft")]));
	content.addAsset("cover-draft");
	content.set("cover-draft", "description", plain("focus: top"));
	content.set("about", "cover", plain(assetLink("cover-draft")));
	for (const id of ["review-draft", "cover-draft", "approach"]) content.unpublish(id);
	expect(await site.view("")).toContain("Bea");
	expect(await site.view("/approach")).toContain("Our approach.");
	expect(await site.view("/ru/consultations")).toMatch(/£\s?\d/);
	const cover = `${site.filesUrl}/q7wirespace/cover-draft/dot.png?w=300&amp;fm=png`;
	const about = await site.view("/ru/about");
	expect(about).toContain(`src="${cover}"`);
	expect(about).toContain('data-focus="top"');
	// Two calls of Contentful a view. Prices are kept for a minute.
	expect(site.countCalls()).toEqual([calls + 8, stripeCalls + 2]);
	vi.spyOn(performance, "now").mockReturnValue(performance.now() + 61_000);
	await site.view("/ru/consultations");
	expect(site.countCalls()).toEqual([calls + 10, stripeCalls + 4]);
	expect(site.readLiveId()).toBe(liveId);
	expect(await site.read("/")).not.toContain("Bea");
});

test("links of a preview lead to previews in both languages", async () => {
	const site = await startWithPreviews();
	const page = await site.view("/ru/packages");
	const addresses = [...page.matchAll(/<a\b[^>]* href="(\/[^"]*)"/g)].map(([, path]) => path);
	expect(addresses).toEqual(addresses.map(() => expect.stringContaining(base)));
	const paths = ["/packages#en-US", "/ru", "/ru/consultations", "/ru/report"];
	expect(addresses).toEqual(expect.arrayContaining(paths.map((path) => base + path)));
	expect(page).not.toMatch(/speculationrules|rel="canonical"|rel="alternate"/);
	for (const path of ["/ru/nothing", "/further"])
		expect((await fetch(`${site.url}${base}${path}`)).status, path).toBe(404);
});

test("without the right key there is nothing, and no call", async () => {
	const site = await startWithPreviews();
	const before = site.countCalls();
	const expectNothing = async (...paths: string[]) => {
		for (const path of paths)
			expect((await fetch(`${site.url}/preview${path}`)).status, path).toBe(404);
	};
	await expectNothing("", "/", `/${key.slice(1)}/`, `/${key}0/`, `/${key.toUpperCase()}/`);
	vi.stubEnv("PREVIEW_KEY", "");
	await expectNothing("/", "/undefined/", `/${key}/`);
	expect(site.countCalls()).toEqual(before);
});

test("a preview is private, and only Contentful may frame it", async () => {
	const CSP_REPORT_URL = "https://reports.example/csp";
	const site = await startWithPreviews(createCompleteContent(), { CSP_REPORT_URL });
	const { status, headers } = await fetch(`${site.url}${base}/about`);
	expect(status).toBe(200);
	expect(Object.fromEntries(headers)).toMatchObject({
		"cache-control": "no-store, no-transform",
		"x-robots-tag": "noindex",
		"referrer-policy": "no-referrer",
	});
	const policy = headers.get("content-security-policy");
	expect(policy).toContain(
		"frame-ancestors https://app.contentful.com https://app.eu.contentful.com;",
	);
	expect(policy).toContain(`img-src 'self' ${site.filesUrl};`);
	// Reports of browsers would contain the key.
	expect(policy).not.toContain("report");
	expect(headers.has("reporting-endpoints")).toBe(false);
	for (const path of ["/robots.txt", "/sitemap.xml", "/build-info.json", "/"])
		expect(await site.read(path)).not.toContain(key);
	expect(site.log.join()).not.toContain(key);
});

test("a fault in a draft is shown in place of its page", async () => {
	const content = createCompleteContent();
	const site = await startWithPreviews(content);
	content.unset("home", "heroTitle");
	content.set("about", "title", plain(7));
	const home = await site.view("/ru");
	const fault = "The required field is empty";
	expect(home).toContain("Обязательное поле не заполнено");
	expect(home).toContain(`/entries/${ids.home}"`);
	expect(home).not.toContain(ids.about);
	expect(await site.view("/packages")).not.toContain(fault);
	expect(await site.view("/report")).toMatch(/required field is empty.*Expected: a text/s);
	content.unset("appShell", "buyButton");
	expect(await site.view("/packages")).toContain(fault);
});

test.each([
	["", /The preview is not set up\.(?!.*CONTENTFUL)/s, "CONTENTFUL_PREVIEW_TOKEN is missing"],
	["wrong", /\(401\).*CONTENTFUL_PREVIEW_TOKEN/, ""],
])("with the token %j the page says what is wrong", async (token, message, logged) => {
	const log = vi.spyOn(console, "error").mockReturnValue();
	vi.stubEnv("CSP_REPORT_URL", "https://reports.example/csp");
	const environment = { CONTENTFUL_PREVIEW_TOKEN: token };
	const site = await startWithPreviews(createCompleteContent(), environment);
	const response = await fetch(site.url + base);
	expect(response.status).toBe(503);
	const page = await response.text();
	expect(page).toMatch(message);
	expect(page).not.toContain(key);
	expect(JSON.stringify([...response.headers])).not.toMatch(/report/i);
	expect(log.mock.calls.join()).toContain(logged);
});
