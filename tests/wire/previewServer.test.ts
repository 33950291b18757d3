import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { type ContentType, isTranslated, type Kind } from "../../content/fields.ts";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { itemTypes, pageEntries } from "../../content/model.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { liveVersionPath, type PollReason, pollReasonParameter, previewPollPath } from "../../environment/preview.ts";
import { pagePaths, startSite } from "./liveSite.ts";
import { interceptPath, respondWith } from "./misbehaviour.ts";
import {
	type Change,
	collectPullFaults,
	contentfulSecret,
	pullChanged,
	startServices,
	testSpaceId,
} from "./services.ts";
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
		const marked = Object.entries(fields).filter(([, { kind }]) => valuesByKind[kind] !== undefined);
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

test("a preview marks every text and picture with its field and may be framed by Contentful, and the site has none of it", async () => {
	const content = createCompleteContent();
	const markedFields = fillMarkedFields(content);
	content.item(listIds.package).fields.stripeMonthlyPaymentLink = plain("https://buy.stripe.com/monthly");
	const site = await startSite(await startServices(content, { preview: true }));
	const documents = await Promise.all(pagePaths.map(site.read));
	const isMarked = ({ locale, attributes }: MarkedField) =>
		documents.some((page) => page.includes(`lang="${locale}"`) && page.includes(attributes));
	expect(markedFields.filter((field) => !isMarked(field))).toEqual([]);
	expect(markedFields.length).toBeGreaterThan(100);
	const { headers } = await fetch(site.url);
	expect(headers.get("content-security-policy")).toContain(
		"frame-ancestors https://app.contentful.com https://app.eu.contentful.com;",
	);
	expect(await site.read("/preview.js")).toContain("EventSource");
	expect(documents[0]).toContain("Preview with drafts, not the public site.");
	expect(await site.read("/preview-report")).toContain("<h1");

	const published = await startSite(await startServices(content));
	// "Morrowleaf" is the fictitious practice of the demo. A site with other content must not contain the name.
	const foreign = /data-contentful|preview\.js|morrowleaf/i;
	for (const path of pagePaths) expect(foreign.test(await published.read(path)), path).toBe(false);
	expect((await fetch(`${published.url}/preview.js`)).status).toBe(404);
	expect((await fetch(published.url + liveVersionPath)).status).toBe(404);
	expect((await fetch(`${published.url}${previewPollPath}?reason=saved`, { method: "POST" })).status).toBe(404);
});

const slow = { timeout: 20_000 };

/** Connects to a preview's event stream, as a page does. Disconnects after the test. */
async function connect(url: string) {
	const controller = new AbortController();
	onTestFinished(() => controller.abort());
	const { headers, body } = await fetch(url + liveVersionPath, { signal: controller.signal });
	const versions: string[] = [];
	const read = async () => {
		for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
			versions.push(...(text.match(/(?<=data: )\w+/g) ?? []));
		}
	};
	const ended = read();
	ended.catch(() => {});
	return {
		headers,
		versions,
		/** Settles when the stream ends, and rejects when it is broken off. */
		ended,
	};
}

async function startPreview(content: TestContent) {
	const services = await startServices(content, { preview: true });
	const site = await startSite(services);
	/** Requests a poll, as pages do. */
	const requestPoll = async (reason: PollReason) => {
		const url = `${site.url}${previewPollPath}?${pollReasonParameter}=${reason}`;
		expect((await fetch(url, { method: "POST" })).status).toBe(204);
	};
	/** Waits for the end of a rebuild that finds no changes. */
	const untilUnchanged = () => vi.waitFor(() => expect(site.log.join()).toContain("nothing has changed"), slow);
	return { ...site, services, requestPoll, untilUnchanged };
}

test("the event stream announces the live version without a request to Contentful, and each changed draft after a poll", async () => {
	const content = createCompleteContent();
	content.add("review-2", { name: text("Ben"), review: text("Thanks") });
	content.add("review-3", { name: text("Cleo"), review: text("Thanks") });
	content.set("home", "reviews", plain([entryLink(listIds.review), entryLink("review-2"), entryLink("review-3")]));
	content.addAsset("cover");
	content.set("about", "cover", plain(assetLink("cover")));
	const site = await startPreview(content);
	const requests = site.services.entries.requests.length;
	const { headers, versions } = await connect(site.url);
	await vi.waitFor(() => expect(versions).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]), slow);
	expect(versions).toEqual([await site.readLiveId()]);
	expect(headers.get("content-type")).toBe("text/event-stream");
	expect(headers.get("cache-control")).toBe("no-store");
	// Otherwise nginx would hold events back.
	expect(headers.get("x-accel-buffering")).toBe("no");
	await wait(500);
	expect(site.services.entries.requests.length).toBe(requests);

	await site.requestPoll("visible");
	await site.untilUnchanged();
	const expectAnnounced = (count: number) => vi.waitFor(() => expect(versions.length).toBe(count), slow);
	content.set("home", "heroTitle", text("Saved meanwhile"));
	content.touch("home");
	await site.requestPoll("saved");
	await expectAnnounced(2);
	expect(await site.read("/")).toContain("Saved meanwhile");
	const removals = [
		() => content.delete("review-2"),
		() => content.delete("cover"),
		() => Object.assign(content.item("review-3").sys, { archivedVersion: 1 }),
	];
	for (const [index, remove] of removals.entries()) {
		remove();
		await site.requestPoll("visible");
		await expectAnnounced(index + 3);
	}
	content.set("home", "heroTitle", text("Saved by webhook"));
	const saved = { topic: "Entry.auto_save", id: ids.home, spaceId: testSpaceId };
	await site.sendWebhook(signContentfulWebhook(contentfulSecret, "/api/rebuild", saved));
	expect(await site.read("/")).toContain("Saved by webhook");
});

test("a preview that stops ends its event streams, and breaks none off", async () => {
	const site = await startPreview(createCompleteContent());
	const { ended } = await connect(site.url);
	await site.stop();
	await expect(ended).resolves.toBeUndefined();
});

test("a preview shows drafts, and the site does not", async () => {
	const draft: Change = (content) => {
		content.add("review-draft", { name: text("Bea"), review: text("Soon") });
		content.set("home", "reviews", plain([entryLink(listIds.review), entryLink("review-draft")]));
		content.addAsset("cover-draft");
		content.set("about", "cover", plain(assetLink("cover-draft")));
		for (const id of ["review-draft", "cover-draft", ids.approach]) content.unpublish(id);
		// Makes the English locale of the entry a draft: Contentful can publish each locale of an entry separately.
		content.item("about").sys.fieldStatus = { "*": { "en-US": "draft", ru: "published" } };
	};
	const { en, ru, rows } = await pullChanged(draft, { preview: true });
	expect(en.home.reviews.map(({ name }) => name.value)).toEqual(["Ann", "Bea"]);
	expect(en.about.title.value).toBe("about: title");
	expect(ru.about.cover?.src).toMatch(/^\/media\//);
	expect(ru.approach.approach?.blocks.length).toBe(1);
	expect(rows).toEqual([]);
	expect(await collectPullFaults(draft)).toEqual([expect.stringContaining("no published entry has this id")]);
});

test("missing and invalid required values are reported by a preview and replaced by placeholders, in both languages", async () => {
	const changes: Change[] = [
		(content) => content.unset("home", "heroTitle"),
		(content) => content.unset("appShell", "contactEmail"),
		(content) => content.set("about", "title", plain(7)),
		(content) => content.space.entries.splice(content.space.entries.indexOf(content.item("programmes")), 1),
		(content) => content.prices.shift(),
	];
	const all: Change = (content) => {
		for (const change of changes) change(content);
	};
	const { en, ru, rows } = await pullChanged(all, { preview: true });
	for (const { home, appShell } of [en, ru]) {
		// A preview replaces a missing text by the field name that Contentful shows to editors.
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
	for (const change of changes) expect((await collectPullFaults(change)).length).toBeGreaterThan(0);
});

test("a refused token of a preview is reported with its variable's name", async () => {
	const refused = interceptPath("/entries", respondWith(401, { sys: { type: "Error", id: "AccessTokenInvalid" } }));
	expect(await collectPullFaults(() => {}, { preview: true, misbehave: refused })).toEqual([
		"Contentful (127.0.0.1:PORT) does not give the entries: it refuses the access token (401). Check CONTENTFUL_PREVIEW_TOKEN, and that it is one of the space CONTENTFUL_SPACE_ID.",
	]);
});
