import { expect } from "vitest";
import { localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Site } from "../../site/site.ts";
import { collapse, listStrings, type SitePage } from "./pages.ts";

type Node = Record<string, unknown>;

const contentsOf = (document: Document, name: string) =>
	[...document.querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)].map((meta) =>
		meta.getAttribute("content"),
	);

/** Expects of a document what search engines and link previews look for. */
export function expectSearchData(page: SitePage, content: Snapshot, site: Site): void {
	const { document, route, locale } = page;
	expect(contentsOf(document, "robots")).toEqual(route && site.indexable ? [] : ["noindex"]);
	expect(document.querySelectorAll("head > title").length).toBe(1);
	if (!route) {
		const others = "link[rel=canonical], link[rel=alternate], meta[property], script[type='application/ld+json']";
		expect(document.querySelectorAll(others).length).toBe(0);
		return;
	}
	const { title } = document;
	const descriptions = contentsOf(document, "description");
	const words = new Set(listStrings(content).flatMap(wordsOf));
	for (const [text = "", most] of [
		[title, 60],
		[descriptions[0], 155],
	] as const) {
		expect(text?.length, String(text)).toBeLessThanOrEqual(most);
		expect(wordsOf(text ?? "").filter((word) => !words.has(word))).toEqual([]);
		expect(text).not.toMatch(/\s{2}|^\s|\s$/);
	}
	expect(title).not.toBe("");
	expect(descriptions.length).toBeLessThanOrEqual(1);
	expect(descriptions).not.toContain("");

	const address = (locale: "en-US" | "ru") => site.url + pathOf(route, locale);
	const links = [...document.querySelectorAll("link[rel=canonical], link[rel=alternate]")];
	expect(links.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]).sort()).toEqual(
		[
			["en", address("en-US")],
			["ru", address("ru")],
			["x-default", address("en-US")],
			[null, address(locale)],
		].sort(),
	);
	const [image] = contentsOf(document, "og:image");
	const alt = contentsOf(document, "og:image:alt");
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
		"twitter:image:alt": alt,
		"og:image": image ? [expect.stringContaining(`${site.url}/media/`)] : [],
		"og:image:alt": image ? [expect.stringMatching(/./)] : [],
		"og:image:width": image ? ["1200"] : [],
		"og:image:height": image ? ["630"] : [],
		"og:image:type": image ? ["image/jpeg"] : [],
	};
	const found = Object.keys(expected).map((name) => [name, contentsOf(document, name)]);
	expect(Object.fromEntries(found)).toEqual(expected);
	expectLinkedData(page, route, content, site);
}

/** Expects that a document says to machines what it says to people. */
function expectLinkedData({ document, locale }: SitePage, route: RouteName, content: Snapshot, site: Site): void {
	const blocks = [...document.querySelectorAll("script[type='application/ld+json']")];
	expect(blocks.length).toBe(1);
	const code = blocks[0]?.textContent ?? "";
	expect(code, "what could end the block").not.toMatch(/<|\u2028|\u2029/);
	const graph = JSON.parse(code) as Node;
	expect(graph["@context"]).toBe("https://schema.org");
	const things = graph["@graph"] as Node[];
	const ids = things.map((thing) => thing["@id"]);
	expect(new Set(ids).size).toBe(ids.length);
	const parts = listNodes(graph);
	for (const part of parts) {
		if (Object.keys(part).join() === "@id") expect(ids, "references").toContain(part["@id"]);
		for (const [key, value] of Object.entries(part)) {
			expect(key, "opinions").not.toMatch(/rating|review/i);
			expect(["", null], key).not.toContain(value);
		}
	}
	const types =
		/^(Organization|LocalBusiness|PostalAddress|ContactPoint|WebSite|WebPage|BreadcrumbList|ListItem|Service|Product|Offer)$/;
	expect(parts.map((part) => part["@type"] ?? "Offer").filter((type) => !types.test(String(type)))).toEqual([]);

	const { appShell, navigation, home } = content;
	const [practice, webPage, ...others] = things.filter((thing) => thing["@type"] !== "WebSite");
	const own = site.url + pathOf(route, locale);
	const links = home.socialMedia.map(({ url }) => url);
	expect(practice).toMatchObject({
		"@type": route === "home" && appShell.postalAddress ? "LocalBusiness" : "Organization",
		name: navigation.logo?.title.value ?? navigation.home.value,
		url: `${site.url}/`,
	});
	// The whole of it is on the home page.
	if (route === "home") {
		expect(practice).toMatchObject({
			...(appShell.postalAddress
				? { address: { "@type": "PostalAddress", streetAddress: expect.stringMatching(/./), addressCountry: "GB" } }
				: {}),
			areaServed: "GB",
			email: appShell.contactEmail,
			contactPoint: { email: appShell.contactEmail },
			...(links.length > 0 ? { sameAs: links } : {}),
		});
		expect(things.find((thing) => thing["@type"] === "WebSite")).toMatchObject({
			"@id": (webPage?.isPartOf as Node | undefined)?.["@id"],
			name: practice?.name,
			inLanguage: ["en", "ru"],
			publisher: { "@id": practice?.["@id"] },
		});
	}
	const trail = others.find((thing) => thing["@type"] === "BreadcrumbList");
	expect(webPage).toMatchObject({
		"@type": "WebPage",
		url: own,
		name: document.title,
		inLanguage: locales[locale].hreflang,
		...(trail ? { breadcrumb: { "@id": trail["@id"] } } : {}),
	});
	expect([webPage?.description ?? []].flat()).toEqual(contentsOf(document, "description"));
	const steps = (trail?.itemListElement ?? []) as Node[];
	const homeStep = [1, navigation.home.value, site.url + pathOf("home", locale)];
	expect(steps.map(({ position, name, item }) => [position, name, item])).toEqual(
		route === "home" ? [] : [homeStep, [2, navigation[route].value, own]],
	);
	expect(others.filter((thing) => thing !== trail).map((offer) => readOffer(offer))).toEqual(
		listShownOffers(document, route, own).map((offer) => ({
			...offer,
			...(route === "functionalTests"
				? { type: "Product" }
				: { type: "Service", provider: { "@id": practice?.["@id"] } }),
		})),
	);
	for (const { name } of others.filter((thing) => thing.offers)) {
		expect(collapse(document.querySelector("main")?.textContent)).toContain(collapse(String(name).split(": ").at(-1)));
	}
}

/** What linked data says of something that is sold. */
function readOffer({ "@type": type, url, provider, offers, image }: Node) {
	if (type === "Product") expect(image, "a product without a picture").toBeDefined();
	const { price, priceCurrency, url: link, availability } = offers as Node;
	expect([price, priceCurrency]).toEqual([expect.stringMatching(/^\d+\.\d\d$/), "GBP"]);
	const isThere = availability === "https://schema.org/InStock";
	return { address: url, amount: Number(price), url: link, isThere, type, ...(provider ? { provider } : {}) };
}

/** What a page offers to people. */
function listShownOffers(document: Document, route: RouteName, own: string) {
	return [...document.querySelectorAll("main .purchase .price")].flatMap((price) => {
		const [, pounds] = /^£([\d,]+(?:\.\d+)?)$/.exec(collapse(price.textContent)) ?? [];
		const section = price.parentElement?.closest("[id]");
		const isIllustrated = section?.querySelector("img") !== null;
		// Without a picture a product is no valid one.
		if (!pounds || (route === "functionalTests" && !isIllustrated)) return [];
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
