import { expect, test } from "vitest";
import {
	assetLink,
	type Change,
	entryLink,
	faultsOfPull,
	ids,
	listIds,
	plain,
	pullChanged,
	startServices,
	text,
	wholeContent,
} from "./content.ts";
import { keptFolder, startSite } from "./liveSite.ts";
import { answering, when } from "./misbehaviour.ts";

/** Changes a whole content and pulls it as a preview. */
const previewOf = (change: Change) => pullChanged(change, { preview: true });

test("a preview shows drafts, of which the site knows nothing", async () => {
	const draft: Change = (content) => {
		content.add("review-draft", { name: text("Bea"), review: text("Soon") });
		content.set("home", "reviews", plain([entryLink(listIds.review), entryLink("review-draft")]));
		content.addAsset("cover-draft");
		content.set("about", "cover", plain(assetLink("cover-draft")));
		for (const id of ["review-draft", "cover-draft", ids.approach]) content.unpublish(id);
	};
	const { en, ru, rows } = await previewOf(draft);
	expect(en.home.reviews.map(({ name }) => name.value)).toEqual(["Ann", "Bea"]);
	expect(ru.about.cover?.src).toMatch(/^\/media\//);
	expect(ru.approach.approach?.blocks.length).toBe(1);
	expect(rows).toEqual([]);
	expect(await faultsOfPull(draft)).toEqual([expect.stringContaining("no published entry has this id")]);
});

test("what is unfinished in the ten entries is told, and something else is shown, in both languages", async () => {
	const changes: Change[] = [
		(content) => content.unset("home", "heroTitle"),
		(content) => content.unset("appShell", "contactEmail"),
		(content) => content.set("about", "title", plain(7)),
		(content) => content.space.entries.splice(content.space.entries.indexOf(content.item("programmes")), 1),
		(content) => content.prices.shift(),
	];
	const { en, ru, rows } = await previewOf((content) => {
		for (const change of changes) change(content);
	});
	for (const { home, appShell } of [en, ru]) {
		// The name that editors know.
		expect(home.heroTitle).toMatchObject({ value: "[Hero title]" });
		expect(appShell.contactEmail).toBe("nobody@example.invalid");
	}
	expect(rows).toMatchInlineSnapshot(`
		[
		  "severe | 1ShellOdd.contactEmail.en-US | it is required and missing: "nobody@example.invalid" is shown",
		  "severe | 5KsDBWseXY6QegucYAoacS.heroTitle.en-US | it is required and missing: "[Hero title]" is shown",
		  "severe | 5AboutOdd.title.en-US | expected a text, found the number 7: "[Title]" is shown",
		  "severe | 10ProgOdd | Programmes page is missing: no entry has this id (see CONTENTFUL_ENTRY_IDS): an empty one is shown",
		  "severe | consultation-1.stripeProductId | product prod_visit has no active one-time price in Stripe: it is not shown",
		  "severe | 8ConsOdd.consultations.en-US | the list holds no consultation that can be shown: no consultation is shown",
		  "severe | 10ProgOdd.programmes.en-US | the list holds no programme that can be shown: no programme is shown",
		]
	`);
	for (const change of changes) expect((await faultsOfPull(change)).length).toBeGreaterThan(0);
});

test("an entry of a list that lacks what it needs is left out and told, as on the site", async () => {
	const { rows } = await previewOf((content) => {
		content.add("faq-2", { question: text("When?") });
		content.set("functionalTests", "faqOptions", plain([entryLink(listIds.faq), entryLink("faq-2")]));
	});
	expect(rows).toEqual(["severe | faq-2.answer.en-US | it is required and missing: the entry is not shown"]);
});

test("the addresses of a preview lead to the web app, and what refuses its token names that token", async () => {
	const { report } = await previewOf((content) => content.unset("home", "heroTitle"));
	expect(report[0]?.url).toBe(`https://app.contentful.com/spaces/q7wirespace/environments/master/entries/${ids.home}`);
	const refused = when("/entries", answering(401, { sys: { type: "Error", id: "AccessTokenInvalid" } }));
	expect(await faultsOfPull(() => {}, { preview: true, contentful: refused })).toEqual([
		"Contentful (127.0.0.1:PORT) does not give the entries: it refuses the access token (401). Check CONTENTFUL_PREVIEW_TOKEN, and that it is one of the space CONTENTFUL_SPACE_ID.",
	]);
});

test("our own server shows drafts under a ribbon, and what is changed in them soon after", {
	timeout: 60_000,
}, async () => {
	const content = wholeContent();
	content.unpublish(ids.home);
	content.unset("newsletter", "subscribeButton");
	const services = await startServices(content, { preview: true });
	const { read } = await startSite(services, { cache: await keptFolder(), check: 200 });
	expect(await read("/")).toMatch(/Hero.*Preview with drafts, not the public site\./s);
	expect(await read("/preview-report")).toContain(`/entries/${ids.newsletter}"`);
	content.set("home", "heroTitle", text("Another hero"));
	await expect.poll(() => read("/"), { timeout: 30_000 }).toContain("Another hero");
});
