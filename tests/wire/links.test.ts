import { expect, test } from "vitest";
import type { Locale } from "../../content/locales.ts";
import { localisePath } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { both, entryLink, ids, listIds, node, paragraph, plain, pullChanged, textNode } from "./content.ts";

const heading = `${ids.about}-about-1`;

/** Addresses of pages and places, each with what becomes of it on an English page. */
const found: [address: string, english: string][] = [
	["/", "/"],
	["/about ", "/about"],
	["/ABOUT.HTML", "/about"],
	["/index.html", "/"],
	["/ru", "/"],
	["/RU/Functional-Tests.html", "/functional-tests"],
	["about.html", "/about"],
	["../ru/about.html", "/about"],
	["/about?utm_source=a&b", "/about?utm_source=a&b"],
	["/about#top", "/about"],
	["/approach#content", "/approach#content"],
	["/index.html#commitment-1", "/#commitment-1"],
	["functional-tests#dnaTest-1", "/functional-tests#dnaTest-1"],
	["/consultations?a=b#consultation-1", "/consultations?a=b#consultation-1"],
	["/ru/programmes#programme-1", "/programmes#programme-1"],
	[`/about#${heading}`, `/about#${heading}`],
	[`#${heading}`, `#${heading}`],
	["#Top", "#content"],
	["#newsletter-title", "#newsletter-title"],
	["https://clinic.example", "/"],
	["HTTPS://Clinic.example/index.html#review-1", "/#review-1"],
	["http://clinic.example/packages", "/packages"],
];

/** Addresses of a page, with a place that it does not have. */
const displaced: [address: string, english: string][] = [
	["/about#Content", "/about"],
	["/about#consultation-1", "/about"],
	["/?a#socialLink-1", "/?a"],
	["/packages#100%", "/packages"],
	["https://clinic.example/#:~:text=Hero", "/"],
];

/** Addresses that lead nowhere; canonicalPath.test.ts and parseLink.test.ts have more. */
const lost = [
	"/en-US/about",
	"/about/team",
	"/a b",
	"/ä",
	"/half%-price",
	`/${"a".repeat(3000)}`,
	"/404",
	"/_headers",
	"/sitemap.xml",
	"/media/lost.jpg",
	"/api/newsletter",
	"/\\about:",
	"http://clinic.example/_headers",
	`#${ids.approach}-approach-1`,
	"www.clinic.example",
	"clinic@clinic.example",
	"//clinic.example/about",
	"https:about",
	"?a=b",
	"",
	"javascript:alert(1)",
];

/** Addresses of other sites, which are nobody's business. */
const elsewhere = [
	"https://www.clinic.example/privacy",
	"https://clinic.example:8443/privacy",
	"https://example.org/100%",
	"mailto:hello@clinic.example",
	"tel:+442079460000",
];

const addresses = [...[...found, ...displaced].map(([address]) => address), ...lost, ...elsewhere];
const hyperlink = (uri: string, text: string) => node("hyperlink", [textNode(text)], { uri });

test("of all sorts of addresses none stops a pull, and each that is lost is told of once", async () => {
	const { snapshots, report } = await pullChanged((content) => {
		const text = node("document", [
			node("heading-2", [textNode("Heading")]),
			...addresses.map((address, index) => node("paragraph", [hyperlink(address, `L${index}`)])),
		]);
		content.set("about", "about", both(text));
		content.set("newsletter", "title", both("Letters"));
		content.set("newsletter", "privacyPolicyUrl", plain("https://clinic.example/privacy"));
		content.set("appShell", "legal", both(paragraph(hyperlink(`#${heading}`, "legal"))));
		content.set(listIds.faq, "answer", both(paragraph(hyperlink("#dnaTest-1", "to the test"))));
	});
	/** What the link to an address has become: where it leads, and what the report says of it. */
	const follow = (address: string, locale: Locale) => {
		const index = addresses.indexOf(address);
		const block = JSON.stringify(snapshots[locale].about.about?.blocks[index + 1]);
		expect(block).toContain(`"L${index}"`);
		const [, href] = /"href":"(.*?)"/.exec(block) ?? [];
		const told = `the text links to ${JSON.stringify(address.slice(0, 80))}`;
		const rows = report.filter(
			({ entry, field, locale: where, problem }) =>
				entry === ids.about && field === "about" && where === locale && `${problem},`.startsWith(`${told},`),
		);
		return [address, href, ...rows.map(({ severity, instead }) => `${severity}: ${instead}`)];
	};
	const inRussian = (href: string) =>
		href.startsWith("#") ? href : href.replace(/^\/[\w-]*/, (path) => localisePath(path, "ru"));

	for (const locale of ["en-US", "ru"] as const) {
		const localise = locale === "ru" ? inRussian : (href: string) => href;
		expect(addresses.map((address) => follow(address, locale))).toEqual([
			...found.map(([address, href]) => [address, localise(href)]),
			...displaced.map(([address, href]) => [
				address,
				localise(href),
				"warning: the link leads to the page as a whole",
			]),
			...lost.map((address) => [address, undefined, "warning: the text is shown without the link"]),
			...elsewhere.map((address) => [address, address]),
		]);
		// A place on the page is one of the page that shows the text, of the frame one that every page has.
		const { functionalTests, appShell } = snapshots[locale];
		expect(JSON.stringify(functionalTests.faqOptions)).toContain('"href":"#dnaTest-1"');
		expect(JSON.stringify(appShell.legal)).not.toContain("href");
	}
	const others = report.filter(({ entry, field }) => entry !== ids.about || field !== "about");
	expect(others.map(({ entry, field, locale, problem }) => [entry, field, locale, problem].join(" "))).toEqual([
		`${ids.newsletter} privacyPolicyUrl en-US the address is on this site, which has no such page`,
		`${ids.appShell} legal en-US the text links to "#${heading}", a place that the page does not have`,
		`${ids.appShell} legal ru the text links to "#${heading}", a place that the page does not have`,
	]);
	expect(report.length).toBe(3 + 2 * (displaced.length + lost.length));
});

test("English that stands in for Russian links to Russian pages, and is told of once", async () => {
	const hrefs = ({ approach }: Snapshot) =>
		[...JSON.stringify(approach).matchAll(/"href":"(.*?)"/g)].map(([, href]) => href);
	const { en, ru, rows } = await pullChanged((content) => {
		const entry = node("entry-hyperlink", [textNode("letters")], { target: entryLink(ids.newsletter) });
		const links = [hyperlink("/about", "about"), hyperlink("/privacy", "privacy"), entry];
		content.set("approach", "approach", plain(paragraph(...links)));
	});
	expect([hrefs(en), hrefs(ru)]).toEqual([["/about"], ["/ru/about"]]);
	const place = `warning | ${ids.approach}.approach`;
	const without = "the text is shown without the link";
	expect(rows).toEqual([
		`${place}.ru | there is no Russian text: the English text is shown`,
		`${place}.en-US | the text links to "/privacy", where the site has no page: ${without}`,
		`${place}.en-US | the text links to entry "${ids.newsletter}", which no page shows: ${without}`,
	]);
});
