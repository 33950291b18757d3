import { expect } from "vitest";
import { localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Site } from "../../site/site.ts";
import { collapse, only, type SitePage } from "./pages.ts";

type Node = Record<string, unknown>;

const contentsOf = (document: Document, name: string) =>
	[...document.querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)].map((meta) =>
		meta.getAttribute("content"),
	);

/** Expects of a document what search engines and link previews look for. */
export function expectSearchData(page: SitePage, content: Snapshot, site: Site): void {
	const { document, route, locale } = page;
	expect(contentsOf(document, "robots")).toEqual(route && site.indexable ? [] : ["noindex"]);
	if (!route) {
		const others = "link[rel=canonical], link[rel=alternate], meta[property], script[type='application/ld+json']";
		expect(document.querySelectorAll(others).length).toBe(0);
		return;
	}
	const title = only(document, "head > title").textContent;
	const descriptions = contentsOf(document, "description");
	expect(descriptions.length).toBeLessThanOrEqual(1);
	for (const [text, most] of [
		[title, 60],
		[descriptions[0] ?? "-", 155],
	] as const) {
		expect(text.length, text).toBeLessThanOrEqual(most);
		expect(text).not.toMatch(/\s{2}|^\s|\s$|^$/);
	}

	const address = (locale: "en-US" | "ru") => site.url + pathOf(route, locale);
	const links = [...document.querySelectorAll("link[rel=canonical], link[rel=alternate]")];
	expect(links.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")])).toEqual([
		[null, address(locale)],
		["en", address("en-US")],
		["ru", address("ru")],
		["x-default", address("en-US")],
	]);
	const [image] = contentsOf(document, "og:image");
	const practice = content.navigation.logo?.title.value;
	const codes = { "en-US": "en_US", ru: "ru_RU" };
	const expected = {
		"og:type": ["website"],
		"og:url": [address(locale)],
		"og:title": [title],
		"og:description": descriptions,
		"og:site_name": practice ? [practice] : [],
		"og:locale": [codes[locale]],
		"og:locale:alternate": [codes[otherLocale(locale)]],
		"twitter:card": [image ? "summary_large_image" : "summary"],
		"twitter:image:alt": contentsOf(document, "og:image:alt"),
		"og:image": image ? [expect.stringContaining(`${site.url}/media/`)] : [],
		"og:image:alt": image ? [expect.stringMatching(/./)] : [],
		"og:image:width": image ? ["1200"] : [],
		"og:image:height": image ? ["630"] : [],
	};
	const found = Object.keys(expected).map((name) => [name, contentsOf(document, name)]);
	expect(Object.fromEntries(found)).toEqual(expected);
	expectLinkedData(page, route, content, site);
}

/** Expects that a document says to machines what it says to people. That it says so in words of schema.org its types hold. */
function expectLinkedData({ document, locale }: SitePage, route: RouteName, content: Snapshot, site: Site): void {
	const code = only(document, "script[type='application/ld+json']").textContent ?? "";
	expect(code, "what could end the block").not.toMatch(/<|\u2028|\u2029/);
	const things: Node[] = JSON.parse(code)["@graph"];
	const ids = things.map((thing) => thing["@id"]);
	expect(new Set(ids).size).toBe(ids.length);
	const references = [...code.matchAll(/\{"@id":("[^"]*")\}/g)].map(([, id = ""]) => JSON.parse(id));
	expect(references.filter((id) => !ids.includes(id))).toEqual([]);
	expect(code).not.toMatch(/":(?:""|null)|undefined/);

	const { appShell, navigation, home } = content;
	const own = site.url + pathOf(route, locale);
	const name = navigation.logo?.title.value ?? navigation.home.value;
	const [practice, webPage, ...others] = things;
	const website = others.find((thing) => thing["@type"] === "WebSite");
	const offers = others.filter((thing) => thing !== website);
	expect(practice).toMatchObject({ name, url: `${site.url}/` });
	const page = { "@type": "WebPage", url: own, name: document.title, inLanguage: locales[locale].hreflang };
	expect(webPage).toMatchObject(page);
	expect([webPage?.description ?? []].flat()).toEqual(contentsOf(document, "description"));
	// The whole of the practice is on the home page; others lead there.
	if (route === "home") {
		const address = { "@type": "PostalAddress", streetAddress: expect.stringMatching(/./), addressCountry: "GB" };
		expect(practice).toMatchObject({
			"@type": appShell.postalAddress ? "LocalBusiness" : "Organization",
			...(appShell.postalAddress ? { address } : {}),
			email: appShell.contactEmail,
			...(home.socialMedia.length > 0 ? { sameAs: home.socialMedia.map(({ url }) => url) } : {}),
		});
		expect(webPage?.isPartOf).toEqual({ "@id": website?.["@id"] });
		expect(website).toMatchObject({ name, inLanguage: ["en", "ru"], publisher: { "@id": practice?.["@id"] } });
	}
	const provider = { "@id": practice?.["@id"] };
	const sold = route === "functionalTests" ? { type: "Product" } : { type: "Service", provider };
	expect(offers.map(readOffer)).toEqual(listShownOffers(document, own).map((offer) => ({ ...offer, ...sold })));
	const words = collapse(only(document, "main").textContent);
	for (const { name } of offers) expect(words).toContain(collapse(String(name).split(": ").at(-1)));
}

/** What linked data says of something that is sold. */
function readOffer({ "@type": type, url: address, provider, offers, image }: Node) {
	if (type === "Product") expect(image, "a product without a picture").toBeDefined();
	const { price, priceCurrency, url, availability } = offers as Node;
	expect([price, priceCurrency]).toEqual([expect.stringMatching(/^\d+\.\d\d$/), "GBP"]);
	const isThere = availability === "https://schema.org/InStock";
	return { address, amount: Number(price), url, isThere, type, ...(provider ? { provider } : {}) };
}

/** What a page offers to people. Without a picture a product is no valid one. */
function listShownOffers(document: Document, own: string) {
	return [...document.querySelectorAll("main .purchase .price")].flatMap((price) => {
		const [, pounds] = /^£([\d,]+(?:\.\d+)?)$/.exec(collapse(price.textContent)) ?? [];
		const section = price.parentElement?.closest("[id]");
		if (!pounds || (own.endsWith("/functional-tests") && !section?.querySelector("img"))) return [];
		const link = price.parentElement?.querySelector('a:not([href^="mailto:"])')?.getAttribute("href");
		const address = `${own}#${encodeURIComponent(section?.id ?? "")}`;
		return [{ address, amount: Number(pounds.replaceAll(",", "")), url: link ?? address, isThere: Boolean(link) }];
	});
}

/** Expects that no page of a language is taken for another of it. */
export function expectDifferentPages(pages: SitePage[]): void {
	for (const locale of localeCodes) {
		const own = pages.filter((page) => page.locale === locale && page.route);
		const titles = own.map(({ document }) => document.title);
		const descriptions = own.flatMap(({ document }) => contentsOf(document, "description"));
		for (const texts of [titles, descriptions]) expect([...new Set(texts)]).toEqual(texts);
	}
}
