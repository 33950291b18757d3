import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { type ContentType, isTranslated, type Kind } from "../../content/fields.ts";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { itemTypes, pageEntries } from "../../content/model.ts";
import { pagePaths, startSite } from "./liveSite.ts";
import { interceptPath, respondWith } from "./misbehaviour.ts";
import { startServices, type WireOptions } from "./services.ts";
import {
	assetLink,
	both,
	createCompleteContent,
	entryLink,
	ids,
	listIds,
	plain,
	type TestContent,
	text,
} from "./testContent.ts";

const key = "preview_key-0123456789abcdefghij";
const base = `/preview/${key}`;

/** Starts our own server with previews. */
async function startWithPreviews(content: TestContent, options?: WireOptions) {
	vi.stubEnv("PREVIEW_KEY", key);
	const services = await startServices(content, options);
	const site = await startSite(services);
	const countCalls = () =>
		services.entries.requests.filter((request) => request.includes("/environments/")).length;
	return { ...site, countCalls, services, view: (path: string) => site.read(base + path) };
}

type MarkedField = { locale: Locale; attributes: string };

/** Fills all fields that pages show, and returns the `data-contentful-*` attributes of each field. */
function fillMarkedFields(content: TestContent): MarkedField[] {
	content.addAsset("cover");
	const link = assetLink("cover");
	const texts = { text: "Text", textOrNumber: 7, textList: ["Text"], richText: "Text" };
	const valuesByKind: Partial<Record<Kind, unknown>> = { ...texts, asset: link, assets: [link] };
	const entryIds: Record<string, string> = { ...ids, ...listIds };
	const entries = Object.entries<ContentType>({ ...pageEntries, ...itemTypes });
	return entries.flatMap(([name, { fields }]) => {
		const id = entryIds[name] ?? name;
		const marked = Object.entries(fields).filter(
			([, { kind }]) => valuesByKind[kind] !== undefined,
		);
		return marked.flatMap(([field, model]) => {
			const value = valuesByKind[model.kind];
			content.set(id, field, isTranslated(model) ? both(value) : plain(value));
			return localeCodes.map((locale) => {
				const code = isTranslated(model) ? locale : "en-US";
				const attributes = `data-contentful-entry-id="${id}" data-contentful-field-id="${field}" data-contentful-locale="${code}"`;
				return { locale, attributes };
			});
		});
	});
}

test("previews mark each text and picture, and the site none", async () => {
	const content = createCompleteContent();
	const markedFields = fillMarkedFields(content);
	content.item(listIds.package).fields.stripeMonthlyPaymentLink = plain(
		"https://buy.stripe.com/monthly",
	);
	const site = await startWithPreviews(content);
	const documents = await Promise.all(pagePaths.map(site.view));
	const isMarked = ({ locale, attributes }: MarkedField) =>
		documents.some((page) => page.includes(`lang="${locale}"`) && page.includes(attributes));
	expect(markedFields.filter((field) => !isMarked(field))).toEqual([]);
	expect(markedFields.length).toBeGreaterThan(100);
	// "Morrowleaf" is the fictitious practice of the demo. A site with other content must not contain the name.
	const foreign = /data-contentful|"preview-|\/preview|morrowleaf/i;
	for (const path of pagePaths) expect(foreign.test(await site.read(path)), path).toBe(false);
});

test("a preview shows drafts with prices, and the site stays", async () => {
	const content = createCompleteContent();
	const site = await startWithPreviews(content);
	const liveId = await site.readLiveId();
	content.add("review-draft", { name: text("Bea"), review: text("Soon") });
	content.set("home", "reviews", plain([entryLink(listIds.review), entryLink("review-draft")]));
	content.addAsset("cover-draft");
	content.set("about", "cover", plain(assetLink("cover-draft")));
	for (const id of ["review-draft", "cover-draft", ids.approach]) content.unpublish(id);
	expect(await site.view("")).toContain("Bea");
	expect(await site.view("/approach")).toContain("Our approach.");
	expect(await site.view("/ru/consultations")).toMatch(/£\s?\d/);
	const cover = `${site.services.entries.url}/q7wirespace/cover-draft/dot.png`;
	const { headers } = await fetch(`${site.url}${base}/ru/about`);
	expect(await site.view("/ru/about")).toContain(`src="${cover}?w=300&amp;fm=png"`);
	expect(headers.get("content-security-policy")).toContain(
		`img-src 'self' ${site.services.entries.url};`,
	);
	expect([await site.readLiveId(), await site.read("/")]).toEqual([
		liveId,
		expect.not.stringContaining("Bea"),
	]);
});

test("links of a preview lead to previews in both languages", async () => {
	const site = await startWithPreviews(createCompleteContent());
	const page = await site.view("/ru/packages");
	const addresses = [...page.matchAll(/<a\b[^>]* href="(\/[^"]*)"/g)].map(
		([, address = ""]) => address,
	);
	expect(addresses.filter((address) => !address.startsWith(base))).toEqual([]);
	const expected = ["/packages#en-US", "/ru", "/ru/consultations", "/ru/report"].map(
		(path) => base + path,
	);
	expect(addresses).toEqual(expect.arrayContaining(expected));
	expect(page).not.toMatch(/speculationrules|rel="canonical"|rel="alternate"/);
});

test("a view costs two calls of Contentful, and prices a minute", async () => {
	const site = await startWithPreviews(createCompleteContent());
	const [before, pricesBefore] = [site.countCalls(), site.services.list.requests.length];
	await site.view("");
	await site.view("/ru/packages");
	expect(site.countCalls() - before).toBe(4);
	expect(site.services.list.requests.length - pricesBefore).toBe(2);
	await wait(300);
	expect(site.countCalls() - before).toBe(4);
});

test("without the right key there is nothing, and no call", async () => {
	const site = await startWithPreviews(createCompleteContent());
	const before = site.countCalls();
	const fetchStatus = async (path: string) => (await fetch(`${site.url}/preview${path}`)).status;
	const wrong = ["", "/", "/wrong/", `/${key.slice(1)}/`, `/${key}0/`, `/${key.toUpperCase()}/`];
	expect(await Promise.all(wrong.map(fetchStatus))).toEqual(wrong.map(() => 404));
	vi.stubEnv("PREVIEW_KEY", "");
	expect(await Promise.all(["/", "/undefined/", `/${key}/`].map(fetchStatus))).toEqual([
		404, 404, 404,
	]);
	expect(site.countCalls()).toBe(before);
});

test("a preview is private, and only Contentful may frame it", async () => {
	const environment = { CSP_REPORT_URL: "https://reports.example/csp" };
	const site = await startWithPreviews(createCompleteContent(), { environment });
	const { status, headers } = await fetch(`${site.url}${base}/about`);
	expect(status).toBe(200);
	expect(headers.get("cache-control")).toBe("no-store, no-transform");
	expect(headers.get("x-robots-tag")).toBe("noindex");
	expect(headers.get("referrer-policy")).toBe("no-referrer");
	const policy = headers.get("content-security-policy");
	expect(policy).toContain(
		"frame-ancestors https://app.contentful.com https://app.eu.contentful.com;",
	);
	// Reports of browsers would contain the key.
	expect(policy).not.toContain("report");
	expect(headers.get("reporting-endpoints")).toBeNull();
	const published = ["/robots.txt", "/sitemap.xml", "/build-info.json", "/"].map(site.read);
	for (const file of await Promise.all(published)) expect(file).not.toContain(key);
	expect(site.log.join()).not.toContain(key);
});

test("a fault in a draft is shown in place of its page", async () => {
	const content = createCompleteContent();
	const site = await startWithPreviews(content);
	content.unset("home", "heroTitle");
	content.set("about", "title", plain(7));
	const home = await site.view("/ru");
	expect(home).toContain(
		"the required field is empty; nothing is published until this is corrected.",
	);
	expect(home).toContain(`/entries/${ids.home}"`);
	expect(home).not.toContain("expected a text");
	expect(await site.view("/packages")).not.toContain("the required field is empty");
	expect(await site.view("/report")).toMatch(
		/the required field is empty.*expected a text, found 7/s,
	);
});

test("an unknown path of a preview is a 404 with drafts", async () => {
	const site = await startWithPreviews(createCompleteContent());
	const response = await fetch(`${site.url}${base}/ru/nothing`);
	expect([response.status, await response.text()]).toEqual([
		404,
		expect.stringContaining(`${base}/ru/about`),
	]);
});

test("a refused token is named in place of the page", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const isPreview = { value: false };
	const refuse = interceptPath(
		"/entries",
		respondWith(401, { sys: { type: "Error", id: "AccessTokenInvalid" } }),
	);
	const misbehave: WireOptions["misbehave"] = (...parameters) =>
		isPreview.value && refuse(...parameters);
	const site = await startWithPreviews(createCompleteContent(), { misbehave });
	isPreview.value = true;
	const response = await fetch(site.url + base);
	expect(response.status).toBe(503);
	expect(await response.text()).toContain("(401). Check CONTENTFUL_PREVIEW_TOKEN");
});
