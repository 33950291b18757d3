import { isDeepStrictEqual } from "node:util";
import { localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Site } from "../../site/site.ts";
import { collapse, listStrings, type SitePage } from "./pages.ts";

type Node = Record<string, unknown>;

/** What search engines and link previews would take wrongly of a document, a sentence each. */
export function findSearchFaults(page: SitePage, content: Snapshot, site: Site): string[] {
	const { document, route, locale } = page;
	const faults: string[] = [];
	const expectSame = (what: string, found: unknown, expected: unknown) => {
		if (isDeepStrictEqual(found, expected)) return;
		faults.push(`${what} is ${JSON.stringify(found)} and not ${JSON.stringify(expected)}`);
	};
	const contents = (name: string) =>
		[...document.querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)].map((meta) =>
			meta.getAttribute("content"),
		);
	const links = (selector: string) =>
		[...document.querySelectorAll(`link${selector}`)].map((link) => [
			link.getAttribute("hreflang"),
			link.getAttribute("href"),
		]);

	expectSame("robots", contents("robots"), route && site.indexable ? [] : ["noindex"]);
	expectSame("the number of titles", document.querySelectorAll("head > title").length, 1);
	if (!route) {
		const others = "link[rel=canonical], link[rel=alternate], meta[property], script[type='application/ld+json']";
		expectSame("what an address without a page has", document.querySelectorAll(others).length, 0);
		return faults;
	}

	const { title } = document;
	const descriptions = contents("description");
	const words = new Set(listStrings(content).flatMap(wordsOf));
	for (const [what, text, most] of [
		["the title", title, 60],
		["the description", descriptions[0] ?? "", 155],
	] as const) {
		if (text.length > most) faults.push(`${what} has ${text.length} characters: ${text}`);
		expectSame(
			`what of ${what} is no whole word`,
			wordsOf(text).filter((word) => !words.has(word)),
			[],
		);
		if (/\s{2}|^\s|\s$/.test(text)) faults.push(`${what} has wide gaps: ${text}`);
	}
	if (!title) faults.push("there is no title");
	if (descriptions.length > 1 || descriptions[0] === "") faults.push("the description is not one text");

	const own = site.url + pathOf(route, locale);
	expectSame("canonical", links("[rel=canonical]"), [[null, own]]);
	expectSame("alternates", links("[rel=alternate]"), [
		["en", site.url + pathOf(route, "en-US")],
		["ru", site.url + pathOf(route, "ru")],
		["x-default", site.url + pathOf(route, "en-US")],
	]);
	const practice = content.navigation.logo?.title.value;
	expectSame("og:type", contents("og:type"), ["website"]);
	expectSame("og:url", contents("og:url"), [own]);
	expectSame("og:title", contents("og:title"), [title]);
	expectSame("og:description", contents("og:description"), descriptions);
	expectSame("og:site_name", contents("og:site_name"), practice ? [practice] : []);
	expectSame("og:locale", contents("og:locale"), [{ "en-US": "en_US", ru: "ru_RU" }[locale]]);
	const other = { "en-US": "en_US", ru: "ru_RU" }[otherLocale(locale)];
	expectSame("og:locale:alternate", contents("og:locale:alternate"), [other]);
	const [image] = contents("og:image");
	const hasImage = image !== undefined;
	expectSame("twitter:card", contents("twitter:card"), [hasImage ? "summary_large_image" : "summary"]);
	expectSame("og:image:width", contents("og:image:width"), hasImage ? ["1200"] : []);
	expectSame("og:image:height", contents("og:image:height"), hasImage ? ["630"] : []);
	expectSame("og:image:type", contents("og:image:type"), hasImage ? ["image/jpeg"] : []);
	expectSame("whether the picture has words", Boolean(contents("og:image:alt")[0]), hasImage);
	expectSame("twitter:image:alt", contents("twitter:image:alt"), contents("og:image:alt"));
	if (image && !image.startsWith(`${site.url}/media/`)) faults.push(`the picture lies elsewhere: ${image}`);

	faults.push(...findDataFaults(page, route, content, site, expectSame));
	return faults;
}

type ExpectSame = (what: string, found: unknown, expected: unknown) => void;

/** What is wrong with what a document says to machines. `expectSame` takes what differs from what is shown. */
function findDataFaults(
	{ document, locale }: SitePage,
	route: RouteName,
	content: Snapshot,
	site: Site,
	expectSame: ExpectSame,
): string[] {
	const faults: string[] = [];
	const blocks = [...document.querySelectorAll("script[type='application/ld+json']")];
	expectSame("the number of data blocks", blocks.length, 1);
	const code = blocks[0]?.textContent ?? "";
	if (/<|\u2028|\u2029/.test(code)) faults.push("the data block has what could end it");
	const graph = JSON.parse(code) as Node;
	expectSame("@context", graph["@context"], "https://schema.org");
	const things = graph["@graph"] as Node[];
	const ids = things.map((thing) => thing["@id"]);
	expectSame(
		"the ids that are there twice",
		ids.filter((id, index) => ids.indexOf(id) !== index),
		[],
	);
	const parts = listNodes(graph);
	const references = parts.filter((node) => Object.keys(node).join() === "@id").map((node) => node["@id"]);
	expectSame(
		"the references to nothing",
		references.filter((id) => !ids.includes(id)),
		[],
	);
	const used = [...new Set(parts.map((node) => node["@type"]))].filter(Boolean);
	const types =
		"ProfessionalService ContactPoint WebSite WebPage ImageObject BreadcrumbList ListItem Service Product Offer";
	expectSame(
		"the types that have no place here",
		used.filter((type) => !types.split(" ").includes(String(type))),
		[],
	);
	const keys = parts.flatMap((node) => Object.keys(node));
	expectSame(
		"the opinions",
		keys.filter((key) => /rating|review/i.test(key)),
		[],
	);
	const empty = parts.filter((node) => Object.values(node).some((value) => value === "" || value === null));
	expectSame("what is said with no words", empty, []);

	const only = (type: string) => {
		const found = things.filter((thing) => thing["@type"] === type);
		expectSame(`the number of ${type}`, found.length, 1);
		return found[0] ?? {};
	};
	const own = site.url + pathOf(route, locale);
	const { appShell, navigation, home } = content;
	const practice = only("ProfessionalService");
	expectSame("the practice's name", practice.name, navigation.logo?.title.value ?? navigation.home.value);
	expectSame("the practice's address", practice.url, `${site.url}/`);
	expectSame("the practice's e-mail", practice.email, appShell.contactEmail);
	expectSame("the contact's e-mail", (practice.contactPoint as Node).email, appShell.contactEmail);
	expectSame(
		"the practice elsewhere",
		practice.sameAs ?? [],
		home.socialMedia.map(({ url }) => url),
	);
	const website = only("WebSite");
	expectSame("the site's languages", website.inLanguage, ["en", "ru"]);
	expectSame("the site's publisher", website.publisher, { "@id": practice["@id"] });
	const webPage = only("WebPage");
	expectSame("the page's address", webPage.url, own);
	expectSame("the page's name", webPage.name, document.title);
	expectSame(
		"the page's description",
		webPage.description ?? null,
		document.querySelector("meta[name=description]")?.getAttribute("content") ?? null,
	);
	expectSame("the page's language", webPage.inLanguage, locales[locale].hreflang);
	expectSame("the page's site", webPage.isPartOf, { "@id": website["@id"] });
	if (route === "home") {
		expectSame("the trail of the home page", webPage.breadcrumb, undefined);
	} else {
		const trail = only("BreadcrumbList");
		expectSame("the page's trail", webPage.breadcrumb, { "@id": trail["@id"] });
		const steps = (trail.itemListElement as Node[]).map(({ position, name, item }) => [position, name, item]);
		expectSame("the steps", steps, [
			[1, navigation.home.value, site.url + pathOf("home", locale)],
			[2, navigation[route].value, own],
		]);
	}

	const offers = things.filter(({ offers }) => offers);
	const shown = [...document.querySelectorAll("main .price")].flatMap((price) => {
		const [, pounds] = /^£([\d,]+(?:\.\d+)?)$/.exec(collapse(price.textContent)) ?? [];
		const isIllustrated = price.closest("[id]")?.querySelector("img") !== null;
		// Without a picture a product is no valid one.
		if (!pounds || (route === "functionalTests" && !isIllustrated)) return [];
		const link = price.parentElement?.querySelector('a:not([href^="mailto:"])')?.getAttribute("href");
		const address = `${own}#${encodeURIComponent(price.closest("[id]")?.id ?? "")}`;
		return [{ address, amount: Number(pounds.replaceAll(",", "")), url: link ?? address, isThere: Boolean(link) }];
	});
	expectSame(
		"what is offered",
		offers.map(({ url, offers }) => {
			const { price, url: link, availability } = offers as Node;
			const isThere = availability === "https://schema.org/InStock";
			return { address: url, amount: Number(price), url: link, isThere };
		}),
		shown,
	);
	for (const { "@type": type, offers: offer, name, provider, image } of offers) {
		if (type === "Product" && !image) faults.push(`${name} is a product without a picture`);
		const { price, priceCurrency } = offer as Node;
		if (!/^\d+\.\d\d$/.test(String(price)) || priceCurrency !== "GBP") faults.push(`${price} is no price in pounds`);
		expectSame(`the type of ${name}`, type, route === "functionalTests" ? "Product" : "Service");
		expectSame(`who gives ${name}`, provider, type === "Service" ? { "@id": practice["@id"] } : undefined);
		if (!collapse(document.querySelector("main")?.textContent).includes(collapse(String(name).split(": ").at(-1)))) {
			faults.push(`the page does not show ${name}`);
		}
	}
	return faults;
}

/** What is wrong with documents side by side. */
export function findDuplicateFaults(pages: SitePage[]): string[] {
	return localeCodes.flatMap((locale) => {
		const own = pages.filter((page) => page.locale === locale && page.route);
		const titles = own.map(({ document }) => document.title);
		const descriptions = own.flatMap(
			({ document }) => document.querySelector("meta[name=description]")?.getAttribute("content") ?? [],
		);
		return [titles, descriptions].flatMap((texts) =>
			texts.filter((text, index) => texts.indexOf(text) !== index).map((text) => `${locale}: two pages say ${text}`),
		);
	});
}

/** The objects of a graph, whatever they lie in. */
function listNodes(part: unknown): Node[] {
	if (!part || typeof part !== "object") return [];
	const inner = Object.values(part).flatMap(listNodes);
	return Array.isArray(part) ? inner : [part as Node, ...inner];
}

/** Words without the punctuation at their ends, which is added and left out. */
function wordsOf(text: string): string[] {
	const bare = (word: string) => word.replace(/^[\s.,:;…–—-]+|[\s.,:;…–—-]+$/g, "");
	return text.split(/\s+/).map(bare).filter(Boolean);
}
