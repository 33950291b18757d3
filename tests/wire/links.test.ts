import { basename } from "node:path";
import { expect, test } from "vitest";
import { entryLists } from "../../content/entryLists.ts";
import { localisePath, pathOf, type RouteName } from "../../content/routes.ts";
import type { RichTextValue } from "../../content/snapshot.ts";
import { startSite } from "./liveSite.ts";
import { pullChanged, startServices } from "./services.ts";
import {
	assetLink,
	both,
	createCompleteContent,
	entryLink,
	listIds,
	node,
	paragraph,
	plain,
} from "./testContent.ts";

/** Addresses of existing pages and fragments as editors enter them, with the resulting `href` on an English page. */
const found: [address: string, english: string][] = [
	["/about ", "/about"],
	["/RU/Functional-Tests.html", "/functional-tests"],
	["../ru/about.html", "/about"],
	["/about?utm_source=a&b", "/about?utm_source=a&b"],
	["/consultations?a=b#consultation-1", "/consultations?a=b#consultation-1"],
	["#aboutOdd-about-1", "#aboutOdd-about-1"],
	["/about#top", "/about#top"],
	["HTTPS://Clinic.example/index.html#review-1", "/#review-1"],
	["/about#consultation-1", "/about"],
];

const external = [
	"https://www.clinic.example/privacy",
	"https://пример.рф/страница",
	"mailto:o'brien@example.org?subject=Hello",
	"tel:+442079460000",
];

/** Invalid addresses, and addresses of pages and places that do not exist. */
const dead = [
	"/about/team",
	"/half%-price",
	"#approachOdd-approach-1",
	"www.clinic.example",
	"",
	"JaVaScRiPt:alert(1)",
	"\u00a0javascript:alert(1)",
	"data:text/html,<script>alert(1)</script>",
	"//example.org/",
	"/\\example.org/",
	"https:about",
	"http://[::1",
	"mailto:",
];

const withoutLink = "the text is shown without the link";
const linkTo = (kind: string, id: string, target: object) =>
	node(`${kind}-hyperlink`, [id], { target });

/** Returns the `href` of each link, or the text of a link that was removed. */
function readHrefs(value: RichTextValue | undefined) {
	const paragraphs = value?.blocks.filter((block) => block.type === "paragraph") ?? [];
	return paragraphs.flatMap(({ content }) =>
		content.map((inline) => {
			if (inline.type === "link") return inline.href;
			return inline.type === "text" && inline.value;
		}),
	);
}

const localiseHref = (href: string) =>
	href.startsWith("/") ? href.replace(/^\/[\w-]*/, (path) => localisePath(path, "ru")) : href;

test("links of all forms lead to pages, or become text", async () => {
	const { en, ru, report } = await pullChanged((content) => {
		const addresses = [...found.map(([address]) => address), ...external, ...dead];
		const links = addresses.map((uri) => node("hyperlink", ["text"], { uri }));
		const heading = node("heading-2", ["Heading"]);
		const paragraphs = links.map((link) => node("paragraph", [link]));
		content.set("about", "about", plain(node("document", [heading, ...paragraphs])));
	});
	const english = found.map(([, href]) => href);
	const others = [...external, ...dead.map(() => "text")];
	expect(readHrefs(en.about.about)).toEqual([...english, ...others]);
	expect(readHrefs(ru.about.about)).toEqual([...english.map(localiseHref), ...others]);
	const reported = report.map(({ problem, instead }) => [
		/ links to (".*?")(,|$)/s.exec(problem)?.[1],
		instead,
	]);
	expect(reported.sort()).toEqual(
		[
			[undefined, "the English text is shown"],
			['"/about#consultation-1"', "the link leads to the page as a whole"],
			...dead.map((address) => [JSON.stringify(address), withoutLink]),
		].sort(),
	);
});

test("a link to an entry leads to its place", async () => {
	const sections = entryLists.filter(({ hasSections }) => hasSections);
	const targets = [
		"functionalTestsOdd",
		"page-1",
		...sections.map(({ itemType }) => listIds[itemType]),
	];
	const lost = ["deleted", "socialLink-1"];
	const { en, ru, rows } = await pullChanged((content) => {
		const links = [...targets, ...lost].map((id) => linkTo("entry", id, entryLink(id)));
		content.set("about", "about", both(paragraph(...links)));
	});
	const places = sections.map(
		({ itemType, page }) => `${pathOf(page as RouteName, "en-US")}#${listIds[itemType]}`,
	);
	const english = ["/functional-tests", "/extra", ...places, ...lost];
	expect(readHrefs(en.about.about)).toEqual(english);
	expect(readHrefs(ru.about.about)).toEqual(english.map(localiseHref));
	for (const id of lost) {
		const problem = `the text links to entry "${id}", which no page shows`;
		expect(rows).toContain(`warning | aboutOdd.about.en-US | ${problem}: ${withoutLink}`);
	}
});

test("a link to another space becomes text", async () => {
	// Such a link has no id.
	const link = node("entry-hyperlink", ["text"], { target: { sys: {} } });
	const { en } = await pullChanged((content) =>
		content.set("about", "about", both(paragraph(link))),
	);
	expect(readHrefs(en.about.about)).toEqual(["text"]);
});

test("visitors get a linked file under the editor's name", async () => {
	const names = ["Анкета клиента 1%#.doc", "Запись.ics", "gone"];
	const content = createCompleteContent();
	for (const name of names) content.addAsset(name, name);
	content.unpublish("gone");
	const links = names.map((name) => linkTo("asset", name, assetLink(name)));
	content.set("about", "about", both(paragraph(...links)));
	const files = Object.fromEntries(names.map((name) => [name, name]));
	const site = await startSite(await startServices(content, { files }));
	const paths = [...(await site.read("/about")).matchAll(/href="(\/media\/files\/[^"]+)"/g)];
	const responses = await Promise.all(paths.map(([, path]) => fetch(site.url + path)));
	const received = responses.map(({ url, headers }) => [
		decodeURIComponent(basename(url)),
		headers.get("content-type"),
		headers.get("cache-control"),
	]);
	expect(received).toEqual([
		["Анкета клиента 1__.doc", "application/msword", expect.stringContaining("immutable")],
		["Запись.ics", "text/calendar; charset=utf-8", expect.stringContaining("immutable")],
	]);
	expect(site.log.join()).toContain('asset "gone" is a draft, archived or deleted');
});
