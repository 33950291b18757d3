import { basename } from "node:path";
import { expect, test } from "vitest";
import { entryLists } from "../../content/entryLists.ts";
import { localeCodes } from "../../content/locales.ts";
import { localisePath, pathOf, type RouteName } from "../../content/routes.ts";
import type { RichTextValue } from "../../content/snapshot.ts";
import { startSite } from "./liveSite.ts";
import { pullChanged, startServices } from "./services.ts";
import {
	assetLink,
	both,
	createCompleteContent,
	entryLink,
	ids,
	listIds,
	node,
	paragraph,
	plain,
	textNode,
} from "./testContent.ts";

const heading = `${ids.about}-about-1`;

/** Addresses of existing pages and fragments as editors enter them, with the resulting `href` on an English page. */
const found: [address: string, english: string][] = [
	["/about ", "/about"],
	["/RU/Functional-Tests.html", "/functional-tests"],
	["../ru/about.html", "/about"],
	["/about?utm_source=a&b", "/about?utm_source=a&b"],
	["/consultations?a=b#consultation-1", "/consultations?a=b#consultation-1"],
	[`#${heading}`, `#${heading}`],
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
	`#${ids.approach}-approach-1`,
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
const hyperlink = (uri: string) => node("hyperlink", [textNode("text")], { uri });
const linkToAsset = (id: string) =>
	node("asset-hyperlink", [textNode(id)], { target: assetLink(id) });
const linkTo = (id: string) => node("entry-hyperlink", [textNode(id)], { target: entryLink(id) });

/** Returns the `href` of each link, or the text of a link that was removed. */
function readHrefs(value: RichTextValue | undefined) {
	const paragraphs = value?.blocks.filter((block) => block.type === "paragraph");
	return paragraphs?.flatMap(({ content }) =>
		content.map((inline) => {
			if (inline.type === "link") return inline.href;
			return inline.type === "text" ? inline.value : "";
		}),
	);
}

const localiseHref = (href: string) =>
	href.startsWith("/") ? href.replace(/^\/[\w-]*/, (path) => localisePath(path, "ru")) : href;

test("links of all forms lead to pages, or become text", async () => {
	const addresses = [...found.map(([address]) => address), ...external, ...dead];
	const { snapshots, report } = await pullChanged((content) => {
		const links = addresses.map((address) => node("paragraph", [hyperlink(address)]));
		const text = node("document", [node("heading-2", [textNode("Heading")]), ...links]);
		content.set("about", "about", both(text));
	});
	const english = found.map(([, href]) => href);
	for (const locale of localeCodes) {
		const own = locale === "ru" ? english.map(localiseHref) : english;
		const expected = [...own, ...external, ...dead.map(() => "text")];
		expect(readHrefs(snapshots[locale].about.about)).toEqual(expected);
		const rows = report.filter((row) => row.locale === locale);
		const reported = rows.map(({ problem, instead }) => [
			/ links to (".*?")(,|$)/s.exec(problem)?.[1],
			instead,
		]);
		expect(reported.sort()).toEqual(
			[
				['"/about#consultation-1"', "the link leads to the page as a whole"],
				...dead.map((address) => [JSON.stringify(address), withoutLink]),
			].sort(),
		);
	}
});

test("an English text on a Russian page links to Russian pages", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		const links = [hyperlink("/about"), hyperlink("/privacy")];
		content.set("approach", "approach", plain(paragraph(...links)));
	});
	const hrefs = [en, ru].map(({ approach }) => readHrefs(approach.approach)?.[0]);
	expect(hrefs).toEqual(["/about", "/ru/about"]);
	const place = `warning | ${ids.approach}.approach`;
	expect(rows).toEqual([
		`${place}.ru | there is no Russian text: the English text is shown`,
		`${place}.en-US | the text links to "/privacy", where the site has no page: ${withoutLink}`,
	]);
});

test("a link to an entry leads to its place", async () => {
	const sections = entryLists.filter(({ hasSections }) => hasSections);
	const targets = [ids.functionalTests, ...sections.map(({ itemType }) => listIds[itemType])];
	const lost = ["deleted", listIds.socialLink];
	const { en, ru, rows } = await pullChanged((content) => {
		content.set("about", "about", both(paragraph(...[...targets, ...lost].map(linkTo))));
		// Entries that link to each other, or contain themselves.
		content.set("approach", "approach", both(paragraph(linkTo(ids.about))));
		const programmes = [ids.programmes, listIds.programme].map(entryLink);
		content.set("programmes", "programmes", plain(programmes));
	});
	const english = [
		"/functional-tests",
		...sections.map(
			({ itemType, page }) => `${pathOf(page as RouteName, "en-US")}#${listIds[itemType]}`,
		),
		...lost,
	];
	expect(readHrefs(en.about.about)).toEqual(english);
	expect(readHrefs(ru.about.about)).toEqual(english.map(localiseHref));
	for (const id of lost) {
		const problem = `the text links to entry "${id}", which no page shows: ${withoutLink}`;
		expect(rows).toContain(`warning | ${ids.about}.about.en-US | ${problem}`);
	}
});

test("web addresses lead to pages, or are left out", async () => {
	const { ru, rows } = await pullChanged((content) => {
		content.set("appShell", "termsUrl", plain("http://CLINIC.example/About/#team"));
		content.set("appShell", "whatsappUrl", plain(" https://wa.me/447700900123 "));
		content.set("appShell", "registrationUrl", plain("www.example.org"));
		content.set("appShell", "telegramUrl", plain("https://t.me@chat.example/"));
		content.set("appShell", "bookingUrl", plain("http://calendar.example/clinic"));
		content.set("newsletter", "privacyPolicyUrl", plain("https://clinic.example/privacy"));
	});
	expect(ru.appShell.termsUrl).toBe("https://clinic.example/ru/about#team");
	expect(ru.appShell.whatsappUrl).toBe("https://wa.me/447700900123");
	expect(rows.filter((row) => row.startsWith("warning"))).toEqual(
		[
			[ids.appShell, "bookingUrl", "the address is not an https address"],
			[ids.appShell, "registrationUrl", "the address does not begin with https:// or http://"],
			[ids.appShell, "telegramUrl", "the address is not an https address on t.me"],
			[ids.newsletter, "privacyPolicyUrl", "the address is on this site, which has no such page"],
		].map(
			([id, field, problem]) => `warning | ${id}.${field}.en-US | ${problem}: the link is left out`,
		),
	);
});

test("visitors get a linked file under the editor's name", async () => {
	const names = ["Анкета клиента 1%#.doc", "Запись.ics", "page.html", "gone"];
	const content = createCompleteContent();
	for (const name of names) content.addAsset(name, name);
	content.unpublish("gone");
	content.set("about", "about", both(paragraph(...names.map(linkToAsset))));
	const services = await startServices(content, {
		files: Object.fromEntries(names.map((name) => [name, name])),
	});
	const site = await startSite(services);
	const paths = [...(await site.read("/about")).matchAll(/href="(\/media\/files\/[^"]+)"/g)];
	const responses = await Promise.all(paths.map(([, path]) => fetch(site.url + path)));
	const received = responses.map(({ url, headers }) => [
		decodeURIComponent(basename(url)),
		headers.get("content-type"),
	]);
	expect(received).toEqual([
		["Анкета клиента 1__.doc", "application/msword"],
		["Запись.ics", "text/calendar; charset=utf-8"],
	]);
	for (const { headers } of responses) expect(headers.get("cache-control")).toContain("immutable");
	const log = site.log.join("\n");
	expect(log).toContain("browsers would run a linked file of the type text/html");
	expect(log).toContain('asset "gone" is a draft, archived or deleted');
});
