import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { entryLists } from "../../content/entryLists.ts";
import { localeCodes } from "../../content/locales.ts";
import { localisePath, pathOf, type RouteName } from "../../content/routes.ts";
import type { RichTextValue } from "../../content/snapshot.ts";
import { checkHost, parseWebAddress } from "../../scripts/pull/contentful/parseLink.ts";
import { listFragmentIds } from "../../scripts/pull/contentful/resolveLinks.ts";
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
	["/", "/"],
	["/about ", "/about"],
	["/ABOUT.HTML", "/about"],
	["/RU/Functional-Tests.html", "/functional-tests"],
	["about.html", "/about"],
	["../ru/about.html", "/about"],
	["/about?utm_source=a&b", "/about?utm_source=a&b"],
	["/approach#content", "/approach#content"],
	["/consultations?a=b#consultation-1", "/consultations?a=b#consultation-1"],
	["/ru/programmes#programme-1", "/programmes#programme-1"],
	[`#${heading}`, `#${heading}`],
	["#Top", "#content"],
	["#newsletter-title", "#newsletter-title"],
	["HTTPS://Clinic.example/index.html#review-1", "/#review-1"],
	["http://clinic.example/packages", "/packages"],
];

const misplaced: [address: string, english: string][] = [
	["/about#consultation-1", "/about"],
	["https://clinic.example/#:~:text=Hero", "/"],
];

/** Invalid addresses, and addresses of pages that do not exist. toCanonicalPath.test.ts tests more such addresses. */
const dead = [
	"/about/team",
	"/half%-price",
	`/${"a".repeat(3000)}`,
	"http://clinic.example/_headers",
	`#${ids.approach}-approach-1`,
	"www.clinic.example",
	"",
	"JaVaScRiPt:alert(1)",
	"\u00a0javascript:alert(1)",
	"javascript&colon;alert(1)",
	"data:text/html,<script>alert(1)</script>",
	"//example.org/",
	"/\\example.org/",
	"\\\\example.org/",
	"https:about",
	"http://[::1",
	"mailto:",
	"tel: ",
];

const external = [
	"https://www.clinic.example/privacy",
	"HTTPS://clinic.example:8443/privacy",
	"http://example.org/a%20b?b=c#d",
	"https://пример.рф/страница",
	"mailto:o'brien@example.org?subject=Hello",
	"tel:+442079460000",
];

const addresses = [...[...found, ...misplaced].map(([address]) => address), ...dead, ...external];
const withoutLink = "the text is shown without the link";
const reported = [
	...misplaced.map(([address]) => [address, "the link leads to the page as a whole"]),
	...dead.map((address) => [address, withoutLink]),
];
const hyperlink = (uri: string) => node("hyperlink", [textNode("text")], { uri });
const linkToAsset = (id: string) =>
	node("asset-hyperlink", [textNode(id)], { target: assetLink(id) });
const linkTo = (id: string) => node("entry-hyperlink", [textNode(id)], { target: entryLink(id) });

/** Returns the `href` of each paragraph's link, or the text of a paragraph whose link was removed. */
function readHrefs(value: RichTextValue | undefined) {
	const paragraphs = value?.blocks.filter((block) => block.type === "paragraph");
	return paragraphs?.flatMap(({ content }) =>
		content.map((inline) => {
			if (inline.type === "link") return inline.href;
			return inline.type === "text" ? inline.value : false;
		}),
	);
}
const localiseHref = (href: string) =>
	href.startsWith("#") ? href : href.replace(/^\/[\w-]*/, (path) => localisePath(path, "ru"));

test("links of all forms keep, change or lose their address, and each dead link is reported once", async () => {
	const { snapshots, report } = await pullChanged((content) => {
		const links = addresses.map((address) => node("paragraph", [hyperlink(address)]));
		content.set(
			"about",
			"about",
			both(node("document", [node("heading-2", [textNode("Heading")]), ...links])),
		);
		content.set("newsletter", "title", both("Letters"));
		content.set("newsletter", "privacyPolicyUrl", plain("https://clinic.example/privacy"));
		content.set("appShell", "legal", both(paragraph(hyperlink(`#${heading}`))));
		content.set(listIds.faq, "answer", both(paragraph(hyperlink("#dnaTest-1"))));
	});
	const shown = [...found, ...misplaced].map(([, href]) => href);
	for (const locale of localeCodes) {
		const { about, functionalTests, appShell } = snapshots[locale];
		const own = locale === "ru" ? shown.map(localiseHref) : shown;
		expect(readHrefs(about.about)).toEqual([...own, ...dead.map(() => "text"), ...external]);
		expect(JSON.stringify(functionalTests.faqOptions)).toContain('"href":"#dnaTest-1"');
		expect(readHrefs(appShell.legal)).toEqual(["text"]);
		const rows = report.filter((row) => row.entry === ids.about && row.locale === locale);
		const found = rows.map(({ problem, instead }) => [
			/ links to (".*?")(,|$)/s.exec(problem)?.[1],
			instead,
		]);
		const expected = reported.map(([address = "", instead]) => [
			JSON.stringify(address.slice(0, 80)),
			instead,
		]);
		expect(found.sort()).toEqual(expected.sort());
	}
	const others = report.filter(({ entry }) => entry !== ids.about);
	expect(
		others.map(({ entry, field, locale, problem }) => [entry, field, locale, problem].join(" ")),
	).toEqual([
		`${ids.newsletter} privacyPolicyUrl en-US the address is on this site, which has no such page`,
		`${ids.appShell} legal en-US the text links to "#${heading}", a place that the page does not have`,
		`${ids.appShell} legal ru the text links to "#${heading}", a place that the page does not have`,
	]);
});

test("an English text on a Russian page links to Russian pages, and its dead links are reported once", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		const links = [hyperlink("/about"), hyperlink("/privacy"), linkTo(ids.newsletter)];
		content.set("approach", "approach", plain(paragraph(...links)));
	});
	expect([en, ru].map(({ approach }) => readHrefs(approach.approach)?.[0])).toEqual([
		"/about",
		"/ru/about",
	]);
	const place = `warning | ${ids.approach}.approach`;
	expect(rows).toEqual([
		`${place}.ru | there is no Russian text: the English text is shown`,
		`${place}.en-US | the text links to "/privacy", where the site has no page: ${withoutLink}`,
		`${place}.en-US | the text links to entry "${ids.newsletter}", which no page shows: ${withoutLink}`,
	]);
});

test("a link to an entry leads to its place on a page of the same language, and a link to an asset to its file", async () => {
	const items = entryLists.filter(({ hasSections }) => hasSections);
	const targets = [
		ids.home,
		ids.functionalTests,
		listIds.socialLink,
		...items.map(({ itemType }) => listIds[itemType]),
	];
	const { en, ru, folder, rows } = await pullChanged((content) => {
		content.addAsset("leaflet", "leaflet.pdf");
		const withoutTarget = ["entry-hyperlink", "resource-hyperlink", "hyperlink"].map((kind) =>
			node(kind, [textNode(kind)]),
		);
		const links = [
			...targets.map(linkTo),
			...withoutTarget,
			linkToAsset("gone"),
			linkToAsset("leaflet"),
		];
		content.set("about", "about", both(paragraph(...links)));
	});
	const file = String(readHrefs(en.about.about)?.at(-1));
	expect(file).toMatch(/^\/media\/files\/[0-9a-f]{10}\/leaflet\.pdf$/);
	expect(await readFile(join(folder, file), "utf8")).toBe("%PDF-1.7");
	const english = [
		"/",
		"/functional-tests",
		listIds.socialLink,
		...items.map(
			({ itemType, page }) => `${pathOf(page as RouteName, "en-US")}#${listIds[itemType]}`,
		),
		"entry-hyperlink",
		"resource-hyperlink",
		"hyperlink",
	];
	expect(readHrefs(en.about.about)).toEqual([...english, "gone", file]);
	const russian = english.map((path) => (path.startsWith("/") ? localiseHref(path) : path));
	expect(readHrefs(ru.about.about)).toEqual([...russian, "gone", file]);
	const descriptions = [
		"an entry without an id",
		"an entry of another space",
		'"", which is not a valid address',
	];
	const warnings = localeCodes.flatMap((locale) =>
		descriptions.map(
			(description) =>
				`warning | ${ids.about}.about.${locale} | the text links to ${description}: ${withoutLink}`,
		),
	);
	expect(rows.filter((row) => warnings.includes(row))).toEqual(warnings);
});

const malformed = { problem: "the address does not begin with https:// or http://" };
const noPage = { problem: "the address is on this site, which has no such page" };

test.each<[string, ReturnType<typeof parseWebAddress>]>([
	[" https://example.org/a ", { href: "https://example.org/a" }],
	["HTTP://example.org:8080/", { href: "HTTP://example.org:8080/" }],
	["http://CLINIC.example/About/#team", { href: "https://clinic.example/ru/about#team" }],
	["https://clinic.example/packages.html?a=b", { href: "https://clinic.example/ru/packages?a=b" }],
	["https://clinic.example:8443/About", { href: "https://clinic.example:8443/About" }],
	["https://clinic.example/privacy", noPage],
	["www.example.org", malformed],
	["https://", { problem: "the address is malformed" }],
	["javascript:alert(1)//https://example.org", malformed],
])("the website address %j is parsed for a Russian page as %j", (address, parsed) => {
	expect(parseWebAddress(address, "https://clinic.example", "ru")).toEqual(parsed);
});

const whatsapp = ["wa.me", "api.whatsapp.com"];
const onWhatsapp = { problem: "the address is not an https address on wa.me or api.whatsapp.com" };

test.each<[string, Parameters<typeof checkHost>[1], ReturnType<typeof checkHost>]>([
	["https://wa.me/447700900123", whatsapp, { href: "https://wa.me/447700900123" }],
	["http://wa.me/447700900123", whatsapp, onWhatsapp],
	["https://wa.me.example/447700900123", whatsapp, onWhatsapp],
	["https://wa.me@chat.example/", whatsapp, onWhatsapp],
	["https://calendar.example/clinic", "any", { href: "https://calendar.example/clinic" }],
	["http://calendar.example/clinic", "any", { problem: "the address is not an https address" }],
])("the address %s on the hosts %s is checked as %j", (address, hosts, checked) => {
	expect(checkHost(address, hosts)).toEqual(checked);
});

test("a field with allowed hosts has a row of the report, and no link, for an address on another host", async () => {
	const { en, rows } = await pullChanged((content) =>
		content.set("appShell", "telegramUrl", plain("https://wa.me/4")),
	);
	expect(en.appShell.telegramUrl).toBeUndefined();
	expect(rows).toEqual([
		`warning | ${ids.appShell}.telegramUrl.en-US | the address is not an https address on t.me: the link is left out`,
	]);
});

test("entries that contain or link to each other in circles are pulled", async () => {
	const { en } = await pullChanged((content) => {
		content.set("about", "about", both(paragraph(linkTo(ids.approach))));
		content.set("approach", "approach", both(paragraph(linkTo(ids.about))));
		content.set(
			"programmes",
			"programmes",
			plain([entryLink(ids.programmes), entryLink(listIds.programme)]),
		);
	});
	expect(readHrefs(en.about.about)).toEqual(["/approach"]);
	expect(en.programmes.programmes.map(({ id }) => id)).toEqual([listIds.programme]);
});

test("the newsletter's title can be linked to, unless the newsletter is not shown", async () => {
	const { en } = await pullChanged(() => {});
	expect(listFragmentIds(en).about).toContain("newsletter-title");
	expect(listFragmentIds({ ...en, hidden: ["newsletter"] }).about).not.toContain(
		"newsletter-title",
	);
});

test("visitors get a linked file under the editor's name, with its type", async () => {
	const names = ["Анкета клиента 1%#.doc", "Запись.ics", "page.html"];
	const content = createCompleteContent();
	for (const name of names) content.addAsset(name, name);
	content.set("about", "about", both(paragraph(...names.map(linkToAsset))));
	const services = await startServices(content, {
		files: Object.fromEntries(names.map((name) => [name, name])),
	});
	const site = await startSite(services);
	const paths = [...(await site.read("/about")).matchAll(/href="(\/media\/files\/[^"]+)"/g)].map(
		([, path = ""]) => path,
	);
	const responses = await Promise.all(paths.map((path) => fetch(site.url + path)));
	const received = responses.map(({ url, headers }) => [
		decodeURIComponent(basename(url)),
		headers.get("content-type"),
	]);
	expect(received).toEqual([
		["Анкета клиента 1__.doc", "application/msword"],
		["Запись.ics", "text/calendar; charset=utf-8"],
	]);
	for (const { headers } of responses) expect(headers.get("cache-control")).toContain("immutable");
	expect(site.log.join("\n")).toContain("browsers would run a linked file of the type text/html");
});
