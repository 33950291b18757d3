import { expect, test } from "vitest";
import { entryLists } from "../../../content/entryLists.ts";
import type { RouteName } from "../../../content/pages.ts";
import { localisePath, pathOf } from "../../../content/routes.ts";
import type { RichTextValue } from "../../../content/snapshot.ts";
import { joinChanged } from "../../../tests/joinChanged.ts";
import { both, entryLink, listIds, node, paragraph, plain } from "../../../tests/testContent.ts";

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
const dead = {
	addressWithoutPage: ["/about/team", "/half%-price", "www.clinic.example"],
	linkWithoutPlace: ["#approachOdd-approach-1"],
	linkMalformed: [
		"",
		"JaVaScRiPt:alert(1)",
		"\u00a0javascript:alert(1)",
		"data:text/html,<script>alert(1)</script>",
		"//example.org/",
		"/\\example.org/",
		"https:about",
		"http://[::1",
		"mailto:",
	],
};

const place = "warning | aboutOdd.about.en-US";
const linkTo = (id: string, target: object) => node("entry-hyperlink", [id], { target });

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

test("links of all forms lead to pages, or become text", () => {
	const deadAddresses = Object.values(dead).flat();
	const { en, ru, rows } = joinChanged((content) => {
		const addresses = [...found.map(([address]) => address), ...external, ...deadAddresses];
		const links = addresses.map((uri) => node("hyperlink", ["text"], { uri }));
		const heading = node("heading-2", ["Heading"]);
		const paragraphs = links.map((link) => node("paragraph", [link]));
		content.set("about", "about", plain(node("document", [heading, ...paragraphs])));
	});
	const english = found.map(([, href]) => href);
	const others = [...external, ...deadAddresses.map(() => "text")];
	expect(readHrefs(en.about.about)).toEqual([...english, ...others]);
	expect(readHrefs(ru.about.about)).toEqual([...english.map(localiseHref), ...others]);
	const expected = Object.entries(dead).flatMap(([code, addresses]) =>
		addresses.map((address) => `${place} | ${code}, textWithoutLink | address=${address}`),
	);
	expect(rows.sort()).toEqual(
		[
			"warning | aboutOdd.about.ru | untranslated, englishShown",
			`${place} | linkWithoutPlace, pageLinked | address=/about#consultation-1`,
			...expected,
		].sort(),
	);
});

test("a link to an entry leads to its place", () => {
	const sections = entryLists.filter(({ hasSections }) => hasSections);
	const targets = [
		"functionalTestsOdd",
		"page-1",
		...sections.map(({ itemType }) => listIds[itemType]),
	];
	const lost = ["deleted", "socialLink-1"];
	const { en, ru, rows } = joinChanged((content) => {
		const links = [...targets, ...lost].map((id) => linkTo(id, entryLink(id)));
		// A link to another space has no id.
		const foreign = linkTo("text", { sys: {} });
		content.set("about", "about", both(paragraph(...links, foreign)));
	});
	const places = sections.map(
		({ itemType, page }) => `${pathOf(page as RouteName, "en-US")}#${listIds[itemType]}`,
	);
	const english = ["/functional-tests", "/extra", ...places, ...lost, "text"];
	expect(readHrefs(en.about.about)).toEqual(english);
	expect(readHrefs(ru.about.about)).toEqual(english.map(localiseHref));
	expect(rows).toEqual(
		[...lost, ""].map(
			(id) => `${place} + aboutOdd.about.ru | linkToHiddenEntry, textWithoutLink | entry=${id}`,
		),
	);
});

test("a row about a link to an omitted page names the page", () => {
	const { findings } = joinChanged((content) => {
		content.item("about").sys.fieldStatus = { "*": { ru: "published" } };
		content.set("approach", "approach", both(paragraph(linkTo("text", entryLink("aboutOdd")))));
	});
	const found = findings.find(({ code }) => code === "linkToHiddenEntry");
	expect(found?.values.entry).toMatchObject({ type: "about", id: "aboutOdd" });
});

test("the newsletter is a place of all pages, unless it is omitted", () => {
	const uri = "#newsletter-title";
	const [shown, omitted] = [false, true].map((isOmitted) =>
		joinChanged((content) => {
			content.set("about", "about", both(paragraph(node("hyperlink", ["text"], { uri }))));
			if (isOmitted) content.item("newsletter").sys.fieldStatus = { "*": { ru: "published" } };
		}),
	);
	expect(shown?.rows).toEqual([]);
	expect(omitted?.rows).toContain(
		`${place} + aboutOdd.about.ru | linkWithoutPlace, textWithoutLink | address=${uri}`,
	);
});

test("a heading of a further page is no place of all pages", () => {
	const uri = "#page-1-text-1";
	const { rows } = joinChanged((content) => {
		content.set("appShell", "legal", both(paragraph(node("hyperlink", ["text"], { uri }))));
		content.set("page-1", "text", both(node("document", [node("heading-2", ["Heading"])])));
	});
	expect(rows).toEqual([
		`warning | appShellOdd.legal.en-US + appShellOdd.legal.ru | linkWithoutPlace, textWithoutLink | address=${uri}`,
	]);
});
