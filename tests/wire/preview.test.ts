import { describe, expect, test } from "vitest";
import {
	assetLink,
	entryLink,
	faultsOfPull,
	ids,
	listIds,
	plain,
	pullChanged,
	startServices,
	type TestContent,
	text,
	wholeContent,
} from "./content.ts";
import { keptFolder, startSite } from "./liveSite.ts";
import { answering, when } from "./misbehaviour.ts";

/** Changes a whole content and pulls it as a preview. */
const previewOf = (change: (content: TestContent) => void) => pullChanged(change, { preview: true });

test("a preview shows drafts, of which the site knows nothing", async () => {
	const draft = (content: TestContent) => {
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
	const content = wholeContent();
	draft(content);
	expect(await faultsOfPull(content)).toEqual([expect.stringContaining("no published entry has this id")]);
});

describe("what is unfinished in the ten entries is told, and something else is shown:", () => {
	const severe = (place: string, said: string) => `severe | ${place} | ${said}`;

	test.each<[string, (content: TestContent) => void, string[]]>([
		[
			"a required text",
			(content) => content.unset("home", "heroTitle"),
			[severe(`${ids.home}.heroTitle.en-US`, 'it is required and missing: "[Hero title]" is shown')],
		],
		[
			"a required address",
			(content) => content.unset("appShell", "contactEmail"),
			[severe(`${ids.appShell}.contactEmail.en-US`, 'it is required and missing: "nobody@example.invalid" is shown')],
		],
		[
			"a text of another kind",
			(content) => content.set("home", "heroTitle", plain(7)),
			[severe(`${ids.home}.heroTitle.en-US`, 'expected a text, found the number 7: "[Hero title]" is shown')],
		],
		[
			"a whole entry",
			(content) => content.space.entries.splice(content.space.entries.indexOf(content.item("programmes")), 1),
			[
				severe(
					ids.programmes,
					"Programmes page is missing: no entry has this id (see CONTENTFUL_ENTRY_IDS): an empty one is shown",
				),
				severe(
					`${ids.programmes}.programmes.en-US`,
					"the list holds no programme that can be shown: no programme is shown",
				),
			],
		],
		[
			"the prices of a page",
			(content) => content.prices.pop(),
			[
				severe(
					"programme-1.stripeProductId",
					"product prod_sleep has no active one-time price in Stripe: it is not shown",
				),
				severe(
					`${ids.programmes}.programmes.en-US`,
					"the list holds no programme that can be shown: no programme is shown",
				),
			],
		],
	])("%s", async (_, change, expected) => {
		expect((await previewOf(change)).rows).toEqual(expected);
		const content = wholeContent();
		change(content);
		expect((await faultsOfPull(content)).length).toBeGreaterThan(0);
	});

	test("in both languages, by the name that editors know", async () => {
		const { en, ru } = await previewOf((content) => {
			content.unset("home", "heroTitle");
			content.unset("appShell", "contactEmail");
		});
		for (const { home, appShell } of [en, ru]) {
			expect(home.heroTitle).toEqual({ value: "[Hero title]" });
			expect(appShell.contactEmail).toBe("nobody@example.invalid");
		}
	});
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
	expect(await faultsOfPull(wholeContent(), { preview: true, contentful: refused })).toEqual([
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
