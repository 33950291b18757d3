import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ReportRow } from "../../environment/site.ts";
import { startSite } from "./liveSite.ts";
import { type Change, pullChanged, startServices } from "./services.ts";
import {
	both,
	createCompleteContent,
	entryLink,
	ids,
	listIds,
	node,
	paragraph,
	plain,
	text,
	textNode,
} from "./testContent.ts";

const { page } = listIds;

const setSlug =
	(slug: string): Change =>
	(content) =>
		content.set(page, "slug", plain(slug));

const form = "expected lower-case letters, digits and single hyphens, found";

test.each<[string, Change, string]>([
	["a slug with capitals", setSlug("Extra"), `severe | ${page}.slug.en-US | ${form} "Extra"`],
	["a slug with a slash", setSlug("extra/us"), `severe | ${page}.slug.en-US | ${form} "extra/us"`],
	[
		"the slug of a page",
		setSlug("functional-tests"),
		`severe | ${page}.slug.en-US | the address "/functional-tests" belongs to the site itself`,
	],
	[
		"the slug of a folder",
		setSlug("ru"),
		`severe | ${page}.slug.en-US | the address "/ru" belongs to the site itself`,
	],
	[
		"no English title",
		(content) => content.set(page, "title", { ru: "Title" }),
		`severe | ${page}.title.en-US | the required field is empty`,
	],
	[
		"no text",
		(content) => content.unset(page, "text"),
		`severe | ${page}.text.en-US | the required field is empty`,
	],
	[
		"a draft",
		(content) => content.unpublish(page),
		`warning | ${ids.appShell}.pages.en-US | entry "${page}" of the list is a draft, archived or deleted`,
	],
])("a page with %s is left out in both languages", async (_, change, row) => {
	const { en, ru, rows } = await pullChanged((content) => {
		content.set("appShell", "termsUrl", plain("/extra"));
		change(content);
	});
	for (const { appShell } of [en, ru])
		expect([appShell.pages, appShell.termsUrl]).toEqual([[], undefined]);
	expect(rows.sort()).toEqual([
		`${row}: the entry is not shown`,
		`warning | ${ids.appShell}.termsUrl.en-US | the address is on this site, which has no such page: the link is left out`,
	]);
});

test("of two pages with one slug, the first is shown", async () => {
	const { ru, rows } = await pullChanged((content) => {
		content.add("second", { ...content.item(page).fields, title: text("Second") });
		content.set("appShell", "pages", plain([page, "second"].map(entryLink)));
	});
	expect(ru.appShell.pages.map(({ id }) => id)).toEqual([page]);
	const problem = `the address "/extra" belongs to ${page}: the entry is not shown`;
	expect(rows).toEqual([`severe | second.slug.en-US | ${problem}`]);
});

test.each(["//evil.example/extra", "extra"])("%s is neither a path nor an address", async (url) => {
	const { en, rows } = await pullChanged((content) =>
		content.set("appShell", "termsUrl", plain(url)),
	);
	expect(en.appShell.termsUrl).toBe(undefined);
	const problem = "the address does not begin with https://, http:// or one slash";
	expect(rows).toEqual([
		`warning | ${ids.appShell}.termsUrl.en-US | ${problem}: the link is left out`,
	]);
});

test("addresses, redirects and texts lead to a further page", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		content.set("appShell", "termsUrl", plain("/Extra/"));
		content.set("appShell", "accessibilityUrl", plain("/ru/about#top"));
		content.set("newsletter", "privacyPolicyUrl", plain("https://clinic.example/extra"));
		content.set("appShell", "redirects", plain("/old /ru/extra"));
		const link = (uri: string) => node("hyperlink", [textNode(uri)], { uri });
		const heading = node("heading-2", [textNode("Heading")]);
		const [links] = paragraph(link(`#${page}-text-1`), link("/extra")).content ?? [];
		content.set(page, "text", plain(node("document", links ? [heading, links] : [])));
	});
	const addresses = [en, ru].map(({ appShell, newsletter }) => [
		appShell.termsUrl,
		appShell.accessibilityUrl,
		newsletter.privacyPolicyUrl,
		[...JSON.stringify(appShell.pages).matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href),
	]);
	expect(addresses).toEqual([
		["/extra", "/about#top", "https://clinic.example/extra", [`#${page}-text-1`, "/extra"]],
		[
			"/ru/extra",
			"/ru/about#top",
			"https://clinic.example/ru/extra",
			[`#${page}-text-1`, "/ru/extra"],
		],
	]);
	expect(ru.appShell.redirects).toEqual([{ from: "/old", to: "/ru/extra" }]);
	expect(rows).toEqual([
		`warning | ${page}.text.ru | there is no Russian text: the English text is shown`,
	]);
});

test("a heading of a further page is no place of all pages", async () => {
	const { rows } = await pullChanged((content) => {
		const uri = `#${page}-text-1`;
		content.set("appShell", "legal", both(paragraph(node("hyperlink", ["text"], { uri }))));
		content.set(page, "text", both(node("document", [node("heading-2", ["Heading"])])));
	});
	const problem = `the text links to "#${page}-text-1", a place that the page does not have`;
	expect(rows.join()).toContain(problem);
});

test("a former address has a row until redirects name it", async () => {
	const content = createCompleteContent();
	const site = await startSite(await startServices(content));
	expect(await site.read("/ru/extra")).toContain("page: text");
	setSlug("renamed")(content);
	await site.publish();
	const { headers } = await fetch(`${site.url}/renamed`);
	expect(headers.get("no-vary-search")).toContain("utm_source");
	const listProblems = async () => {
		const file = join(site.versions.folderOf(site.readLiveId()), "content/report.json");
		const rows: ReportRow[] = JSON.parse(await readFile(file, "utf8"));
		return rows.map(({ problem }) => problem);
	};
	const expected = ["/extra", "/ru/extra"].map(
		(path) => `the address "${path}" was live, and is neither a page nor redirected`,
	);
	expect(await listProblems()).toEqual(expected);
	const live = site.readLiveId();
	await site.publish();
	expect(site.readLiveId()).toBe(live);
	content.setTitle("Another title");
	await site.publish();
	expect(await listProblems()).toEqual(expected);
	content.set("appShell", "redirects", plain("/extra/ gone\n/ru/extra /ru/renamed"));
	await site.publish();
	expect(await listProblems()).toEqual([]);
	expect((await fetch(`${site.url}/extra`)).status).toBe(410);
	expect((await fetch(`${site.url}/ru/extra`)).url).toBe(`${site.url}/ru/renamed`);
});
