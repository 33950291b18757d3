import { expect, test } from "vitest";
import { type RouteName, routeNames } from "../../content/routes.ts";
import type { RichTextValue, Snapshot } from "../../content/snapshot.ts";
import { formatStructuredData } from "../../renderer/structuredData.ts";
import { snapshots } from "./sitePages.ts";

type Thing = Record<string, unknown>;

const demo = snapshots["en-US"];
const origin = "https://www.example.org";
const practiceId = `${origin}/#practice`;

/** Returns the nodes of a page's structured data. */
function describe(content: Snapshot, route: RouteName): Thing[] {
	return JSON.parse(formatStructuredData(content, route, origin))["@graph"];
}

function describePractice(content: Snapshot, route: RouteName): Thing | undefined {
	return describe(content, route).find((thing) => thing["@id"] === practiceId);
}

function listOffers(content: Snapshot, route: RouteName): Thing[] {
	return describe(content, route).flatMap(({ offers }) => (offers ? [offers as Thing] : []));
}

// tests/site/search.test.ts compares the other offers with the prices and links that pages show.
test("a package with only a monthly link is in stock", () => {
	const links = {
		stripeOneTimePaymentLink: undefined,
		stripeMonthlyPaymentLink: "https://buy.stripe.com/monthly",
	};
	const packages = demo.packages.packages
		.slice(0, 1)
		.map((item) => ({ ...item, ...links, id: "package" }));
	const offers = listOffers({ ...demo, packages: { ...demo.packages, packages } }, "packages");
	expect(offers).toMatchObject([
		{ availability: "https://schema.org/InStock", url: `${origin}/packages#package` },
	]);
});

test("a product without a picture, which Google requires, is left out", () => {
	const [first, ...others] = demo.functionalTests.dnaTests;
	const dnaTests = first ? [{ ...first, cover: undefined }, ...others] : [];
	const offers = listOffers(
		{ ...demo, functionalTests: { ...demo.functionalTests, dnaTests } },
		"functionalTests",
	);
	expect(offers.map(({ url }) => url)).toEqual(others.map(({ url }) => url));
});

test("an address is given as text, with a comma between its lines", () => {
	const postalAddress: RichTextValue = {
		blocks: [
			{
				type: "paragraph",
				content: [
					{ type: "text", value: "1 Pier Road, " },
					{ type: "break" },
					{ type: "text", value: "Whitby" },
				],
			},
		],
	};
	const practice = describePractice(
		{ ...demo, appShell: { ...demo.appShell, postalAddress } },
		"home",
	);
	expect(practice).toMatchObject({ "@type": "LocalBusiness", address: "1 Pier Road, Whitby" });
});

test("a practice without an address is an Organization", () => {
	const practice = describePractice(
		{ ...demo, appShell: { ...demo.appShell, postalAddress: undefined } },
		"home",
	);
	expect(practice).toMatchObject({ "@type": "Organization" });
	expect(practice).not.toHaveProperty("address");
});

test("home gives the practice's logo, picture and contacts", () => {
	expect(describePractice(demo, "home")).toMatchObject({
		logo: `${origin}${demo.navigation.logo?.src}`,
		image: expect.stringMatching(/^https:\/\/www\.example\.org\/media\/.+\.jpg$/),
		contactPoint: { email: demo.appShell.contactEmail, availableLanguage: ["en", "ru"] },
		sameAs: demo.home.socialMedia.map(({ url }) => url),
	});
});

test("only the picture that represents the page is cropped", () => {
	const images = describe(demo, "packages").flatMap(({ offers, image }) => (offers ? [image] : []));
	const banners = demo.packages.packages.map(({ banner }) => banner);
	expect(images).toEqual(
		[banners[0]?.openGraphSrc, banners[1]?.src, banners[2]?.src].map((path) => origin + path),
	);
});

test("only the home page gives the practice's details", () => {
	expect(describePractice(demo, "home")).toMatchObject({ email: demo.appShell.contactEmail });
	for (const route of routeNames.filter((name) => name !== "home")) {
		const practice = {
			"@type": "Organization",
			"@id": practiceId,
			name: "Morrowleaf",
			url: `${origin}/`,
		};
		expect(describePractice(demo, route), route).toEqual(practice);
	}
});
