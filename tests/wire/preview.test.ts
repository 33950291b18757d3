import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { type ContentType, isTranslated, type Kind } from "../../content/fields.ts";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { listEntries, pageEntries } from "../../content/model.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { assetLink, both, entryLink, ids, listIds, plain, text, wholeContent } from "./content.ts";
import { pages, startSite } from "./liveSite.ts";
import { answering, when } from "./misbehaviour.ts";
import { type Change, contentfulSecret, faultsOfPull, pullChanged, spaceId, startServices } from "./services.ts";

test("a preview leads from every text and picture to its field; Contentful may frame it, and the site knows nothing of it", async () => {
	const content = wholeContent();
	content.addAsset("cover");
	const link = assetLink("cover");
	const words = { text: "Text", textOrNumber: 7, textList: ["Text"], richText: "Text" };
	const entered: Partial<Record<Kind, unknown>> = { ...words, asset: link, assets: [link] };
	const places: { locale: Locale; place: string }[] = [];
	for (const [name, { fields }] of Object.entries<ContentType>({ ...pageEntries, ...listEntries })) {
		const id = { ...ids, ...listIds }[name] ?? name;
		for (const [field, model] of Object.entries(fields)) {
			const value = entered[model.kind];
			if (value === undefined) continue;
			content.set(id, field, isTranslated(model) ? both(value) : plain(value));
			for (const locale of localeCodes) {
				const code = isTranslated(model) ? locale : "en-US";
				const place = `data-contentful-entry-id="${id}" data-contentful-field-id="${field}" data-contentful-locale="${code}"`;
				places.push({ locale, place });
			}
		}
	}
	content.item(listIds.package).fields.stripeMonthlyPaymentLink = plain("https://buy.stripe.com/monthly");
	const site = await startSite(await startServices(content, { preview: true }));
	const documents = await Promise.all(pages.map(site.read));
	const missing = places.filter(
		({ locale, place }) => !documents.some((page) => page.includes(`lang="${locale}"`) && page.includes(place)),
	);
	expect(missing).toEqual([]);
	expect(places.length).toBeGreaterThan(100);
	const { headers } = await fetch(site.url);
	expect(headers.get("content-security-policy")).toContain(
		"frame-ancestors https://app.contentful.com https://app.eu.contentful.com;",
	);
	expect(await site.read("/preview.js")).toContain("EventSource");
	expect(documents[0]).toContain("Preview with drafts, not the public site.");
	expect(await site.read("/preview-report")).toContain("<h1");

	const published = await startSite(await startServices(content));
	// Nor does a site of other content know anything of the demo's.
	const alien = /data-contentful|preview\.js|morrowleaf/i;
	for (const path of pages) expect(alien.test(await published.read(path)), path).toBe(false);
	expect((await fetch(`${published.url}/preview.js`)).status).toBe(404);
	expect((await fetch(`${published.url}/preview-changes`)).status).toBe(404);
});

test("a page of a preview is told of what was and is saved, and Contentful is asked nothing while nobody looks", async () => {
	const content = wholeContent();
	const services = await startServices(content, { preview: true });
	const site = await startSite(services);
	const asked = () => services.entries.requests.filter((request) => request.includes("order=-sys.updatedAt")).length;
	await wait(300);
	expect(asked()).toBe(0);

	const before = await site.live();
	content.set("home", "heroTitle", text("Drafted before anybody looked"));
	const response = await fetch(`${site.url}/preview-changes`);
	expect(response.headers.get("content-type")).toBe("text/event-stream");
	const told: string[] = [];
	const reading = (async () => {
		for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
			told.push(...(text.match(/(?<=data: )\w+/g) ?? []));
	})().catch(() => {});
	await vi.waitFor(() => expect(told.length).toBe(2), { timeout: 20_000 });
	expect(told).toEqual([before, await site.live()]);
	expect(await site.read("/")).toContain("Drafted before anybody looked");
	content.set("home", "heroTitle", text("Drafted"));
	Object.assign(content.item("home").sys, { updatedAt: "2026-11-21T10:00:00.000Z" });
	await vi.waitFor(() => expect(told.length).toBe(3), { timeout: 20_000 });
	expect(told[2]).toBe(await site.live());
	expect(await site.read("/")).toContain("Drafted");

	content.set("home", "heroTitle", text("Drafted again"));
	const saved = { topic: "Entry.auto_save", id: ids.home, spaceId };
	await site.settle(signContentfulWebhook(contentfulSecret, "/api/rebuild", saved));
	expect(await site.read("/")).toContain("Drafted again");
	await site.stop();
	await reading;
});

test("a preview shows drafts, of which the site knows nothing", async () => {
	const draft: Change = (content) => {
		content.add("review-draft", { name: text("Bea"), review: text("Soon") });
		content.set("home", "reviews", plain([entryLink(listIds.review), entryLink("review-draft")]));
		content.addAsset("cover-draft");
		content.set("about", "cover", plain(assetLink("cover-draft")));
		for (const id of ["review-draft", "cover-draft", ids.approach]) content.unpublish(id);
		// Languages may be published apart.
		Object.assign(content.item("about").sys, { fieldStatus: { "*": { "en-US": "draft" } } });
	};
	const { en, ru, rows } = await pullChanged(draft, { preview: true });
	expect(en.home.reviews.map(({ name }) => name.value)).toEqual(["Ann", "Bea"]);
	expect(en.about.title.value).toBe("about: title");
	expect(ru.about.cover?.src).toMatch(/^\/media\//);
	expect(ru.approach.approach?.blocks.length).toBe(1);
	expect(rows).toEqual([]);
	expect(await faultsOfPull(draft)).toEqual([expect.stringContaining("no published entry has this id")]);
});

test("what is unfinished in the page entries is told, and something else is shown, in both languages", async () => {
	const changes: Change[] = [
		(content) => content.unset("home", "heroTitle"),
		(content) => content.unset("appShell", "contactEmail"),
		(content) => content.set("about", "title", plain(7)),
		(content) => content.space.entries.splice(content.space.entries.indexOf(content.item("programmes")), 1),
		(content) => content.prices.shift(),
	];
	const all: Change = (content) => changes.forEach((change) => void change(content));
	const { en, ru, rows } = await pullChanged(all, { preview: true });
	for (const { home, appShell } of [en, ru]) {
		// The name that editors know.
		expect(home.heroTitle).toMatchObject({ value: "[Hero title]" });
		expect(appShell.contactEmail).toBe("nobody@example.invalid");
	}
	expect(rows).toMatchInlineSnapshot(`
		[
		  "severe | 1ShellOdd.contactEmail.en-US | the required field is empty: "nobody@example.invalid" is shown",
		  "severe | 5KsDBWseXY6QegucYAoacS.heroTitle.en-US | the required field is empty: "[Hero title]" is shown",
		  "severe | 5AboutOdd.title.en-US | expected a text, found the number 7: "[Title]" is shown",
		  "severe | 10ProgOdd | Programmes page is missing: no entry has this id (see CONTENTFUL_ENTRY_IDS): an empty entry is used",
		  "severe | consultation-1.stripeProductId | product prod_visit has no active one-time price in Stripe: the entry is not shown",
		  "severe | 8ConsOdd.consultations.en-US | the list has no consultation that can be shown: no consultation is shown",
		  "severe | 10ProgOdd.programmes.en-US | the list has no programme that can be shown: no programme is shown",
		]
	`);
	for (const change of changes) expect((await faultsOfPull(change)).length).toBeGreaterThan(0);
});

test("what refuses the token of a preview names that token", async () => {
	const refused = when("/entries", answering(401, { sys: { type: "Error", id: "AccessTokenInvalid" } }));
	expect(await faultsOfPull(() => {}, { preview: true, misbehave: refused })).toEqual([
		"Contentful (127.0.0.1:PORT) does not give the entries: it refuses the access token (401). Check CONTENTFUL_PREVIEW_TOKEN, and that it is one of the space CONTENTFUL_SPACE_ID.",
	]);
});
