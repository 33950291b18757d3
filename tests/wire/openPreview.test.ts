import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { type Locale, localeCodes } from "../../content/locales.ts";
import {
	type Field,
	isTranslated,
	type Kind,
	type ListEntryName,
	listEntries,
	type PageEntryName,
	pageEntries,
} from "../../content/model.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import {
	assetLink,
	contentfulSecret,
	ids,
	listIds,
	plain,
	spaceId,
	startServices,
	type TestContent,
	text,
	wholeContent,
} from "./content.ts";
import { keptFolder, pages, startSite } from "./liveSite.ts";

vi.setConfig({ testTimeout: 30_000 });

const startPreview = async (content: TestContent) => {
	const services = await startServices(content);
	const environment = { ...services.environment, preview: true };
	return startSite({ ...services, environment }, { cache: await keptFolder() });
};
const shownKinds: Kind[] = ["text", "textOrNumber", "textList", "richText", "asset", "assets"];

test("a preview leads from every text and picture to its field; Contentful may frame it, and the site knows nothing of it", async () => {
	const content = wholeContent();
	content.addAsset("cover");
	const link = assetLink("cover");
	const entered: Partial<Record<Kind, unknown>> = {
		textOrNumber: 7,
		textList: ["Text"],
		asset: link,
		assets: [link],
	};
	const places: { locale: Locale; place: string }[] = [];
	for (const [id, { fields }] of [
		...Object.entries(pageEntries).map(([name, entry]) => [ids[name as PageEntryName], entry] as const),
		...Object.entries(listEntries).map(([name, entry]) => [listIds[name as ListEntryName], entry] as const),
	]) {
		for (const [name, field] of Object.entries<Field>(fields)) {
			if (!shownKinds.includes(field.kind)) continue;
			const value = entered[field.kind] ?? "Text";
			content.item(id).fields[name] = isTranslated(field) ? { "en-US": value, ru: value } : { "en-US": value };
			for (const locale of localeCodes) {
				const code = isTranslated(field) ? locale : "en-US";
				const place = `data-contentful-entry-id="${id}" data-contentful-field-id="${name}" data-contentful-locale="${code}"`;
				places.push({ locale, place });
			}
		}
	}
	content.item(listIds.package).fields.stripeMonthlyPaymentLink = plain("https://buy.stripe.com/monthly");
	const site = await startPreview(content);
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

	const published = await startSite(await startServices(content), { cache: await keptFolder() });
	for (const path of pages) expect(/data-contentful|preview\.js/.test(await published.read(path)), path).toBe(false);
	expect((await fetch(`${published.url}/preview.js`)).status).toBe(404);
	expect((await fetch(`${published.url}/preview-changes`)).status).toBe(404);
});

test("a page of a preview is told of what was and is saved, and Contentful is asked nothing while nobody looks", async () => {
	const content = wholeContent();
	const services = await startServices(content);
	const site = await startSite(
		{ ...services, environment: { ...services.environment, preview: true } },
		{ cache: await keptFolder() },
	);
	const asked = () => services.entries.requests.filter((request) => request.includes("order=-sys.updatedAt")).length;
	await wait(700);
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
	await vi.waitFor(() => expect(told.length).toBe(2), { timeout: 5_000 });
	expect(told).toEqual([before, await site.live()]);
	expect(await site.read("/")).toContain("Drafted before anybody looked");
	content.set("home", "heroTitle", text("Drafted"));
	Object.assign(content.item("home").sys, { updatedAt: "2026-11-21T10:00:00.000Z" });
	await vi.waitFor(() => expect(told.length).toBe(3), { timeout: 5_000 });
	expect(told[2]).toBe(await site.live());
	expect(await site.read("/")).toContain("Drafted");

	content.set("home", "heroTitle", text("Drafted again"));
	const saved = { topic: "Entry.auto_save", id: ids.home, spaceId };
	await site.settle(signContentfulWebhook(contentfulSecret, "/api/rebuild", saved));
	expect(await site.read("/")).toContain("Drafted again");
	await site.stop();
	await reading;
});
