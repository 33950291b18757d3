import { expect, test } from "vitest";
import { findSiteName } from "../../content/findSiteName.ts";
import { pageFacts, type RouteName } from "../../content/pages.ts";
import { findRoute, type Route } from "../../content/routes.ts";
import type { RichTextValue, Snapshot } from "../../content/snapshot.ts";
import { formatStructuredData } from "../../renderer/structuredData.ts";
import { inventContent } from "../contents.ts";
import { changeBoth, collapse, renderPages, requireSingle, snapshots } from "./sitePages.ts";

type Thing = Record<string, unknown>;

const demo = snapshots["en-US"];
const origin = "https://www.example.org";

/** Returns the nodes of a page's structured data. */
function describe(content: Snapshot, name: RouteName): Thing[] {
	const route = findRoute(pageFacts[name].path, content) as Route;
	return JSON.parse(formatStructuredData(content, route, origin) ?? "")["@graph"];
}

test.each([
	["the demo's content", snapshots],
	["mark-up in every field", changeBoth((content) => inventContent(content))],
])("the offers are those that pages show: %s", async (_, content) => {
	for (const { document, locale, path } of await renderPages(content)) {
		const code = document.querySelector("script[type='application/ld+json']")?.textContent ?? "";
		const things: Thing[] = code ? JSON.parse(code)["@graph"] : [];
		expect(code, "what could end the block").not.toMatch(/<|\u2028|\u2029/);
		expect(code).not.toMatch(/":(?:""|null)|undefined/);
		const offers = things.filter((thing) => thing.offers);
		expect(offers.map(({ offers }) => offers)).toEqual(listShownOffers(document, path));
		const shownWords = collapse(requireSingle(document, "main").textContent);
		for (const { "@type": type, provider, image, name } of offers) {
			expect(shownWords).toContain(collapse(String(name).split(": ").at(-1)));
			if (type === "Product") expect(image, "a product without a picture").toBeDefined();
			else expect(provider).toMatchObject({ name: findSiteName(content[locale]).value });
		}
	}
});

/** Returns the offers that structured data should have, for the prices and buttons that a page shows. */
function listShownOffers(document: Document, path: string): Thing[] {
	return [...document.querySelectorAll("main p.price")].flatMap((shown) => {
		const [, pounds] = /^£([\d,]+(?:\.\d+)?)$/.exec(collapse(shown.textContent)) ?? [];
		// On other pages the first step is a link to the consultation, which has no id there.
		const section = shown.closest("article[id], .row:is([id], :has(.disclosure-body, > div[id]))");
		if (!pounds || !section) return [];
		const price = Number(pounds.replaceAll(",", "")).toFixed(2);
		const offer: Thing = { "@type": "Offer", price, priceCurrency: "GBP" };
		const link = section.querySelector('.purchase a:not([href^="mailto:"])');
		if (link) offer.url = link.getAttribute("href");
		// The buttons of DNA tests lead to other companies.
		if (link && !path.endsWith("/functional-tests"))
			offer.availability = "https://schema.org/InStock";
		return [offer];
	});
}

test("a product without a picture, which Google requires, is left out", () => {
	const content = structuredClone(demo);
	const { dnaTests } = content.functionalTests;
	delete dnaTests[0]?.cover;
	expect(describe(content, "functionalTests")).toHaveLength(dnaTests.length - 1);
});

test("home gives the practice's details", () => {
	const text = (value: string) => ({ type: "text", value }) as const;
	const content = [text("1 Pier Road, "), { type: "break" } as const, text("Whitby")];
	const postalAddress: RichTextValue = { blocks: [{ type: "paragraph", content }] };
	const practice = {
		"@type": "Organization",
		name: "Morrowleaf",
		url: `${origin}/`,
		email: demo.appShell.contactEmail,
		telephone: demo.appShell.phone,
		logo: `${origin}${demo.navigation.logo?.src}`,
		image: expect.stringMatching(/^https:\/\/www\.example\.org\/media\/.+\.jpg$/),
		sameAs: demo.home.socialMedia.map(({ url }) => url),
	};
	const site = { "@type": "WebSite", name: "Morrowleaf", url: `${origin}/` };
	const describeWith = (address?: RichTextValue) =>
		describe({ ...demo, appShell: { ...demo.appShell, postalAddress: address } }, "home");
	expect(describeWith()).toEqual([practice, site]);
	expect(describeWith(postalAddress)).toEqual([
		{
			...practice,
			"@type": "LocalBusiness",
			address: "1 Pier Road, Whitby",
			openingHours: "Mo-Fr 09:00-17:00",
		},
		site,
	]);
});
