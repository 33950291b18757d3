import { expect, test } from "vitest";
import { lengthenContent, repeatEntries, rewriteTexts, walkContent } from "../contents.ts";
import { changeBoth, renderPages, type SitePage, sitePages, snapshots } from "./sitePages.ts";

/** Lists the elements of a page with what style sheets and scripts see of them, without texts. */
function outline({ document }: SitePage, skipped = ""): string[] {
	const elements = document.body.querySelectorAll(skipped ? `:not(${skipped})` : "*");
	return [...elements].map((element) => {
		const { localName, parentElement, id, className } = element;
		const attributes = ["data-part", "sizes", "loading", "media"].map((name) =>
			element.getAttribute(name),
		);
		return [parentElement?.localName, localName, id, className, ...attributes].join(" ");
	});
}

const demo = await renderPages(snapshots);

test.each([
	["five times longer", changeBoth((content) => lengthenContent(content, 5))],
	["a single letter", changeBoth((content) => rewriteTexts(content, () => "x"))],
])("the markup is the same when all texts are %s", async (_, changed) => {
	const rendered = await renderPages(changed);
	for (const [index, page] of rendered.entries()) {
		expect(outline(page), page.file).toEqual(outline(demo[index] as SitePage));
	}
});

test("an item has the same markup, however many others there are", async () => {
	const outlinesOf = async (count: number) => {
		const pages = await renderPages(changeBoth((content) => repeatEntries(content, count)));
		return pages.map(
			(page) =>
				new Set(outline(page, ".prose *").map((line) => line.replaceAll(/-\d+(?=-| )/g, "-n"))),
		);
	};
	const many = await outlinesOf(12);
	// The demo has four further pages.
	expect(await outlinesOf(4)).toEqual(many);
});

test("items of lists are in the editors' order", () => {
	for (const { locale, route, document, file } of demo) {
		if (!route) continue;
		const order = [...document.querySelectorAll("main [id]")].map(({ id }) => id);
		for (const { page, field, value } of walkContent(snapshots[locale])) {
			if (page !== route.name || field.kind !== "entries") continue;
			const ids = (value as { id: string }[])
				.map(({ id }) => id)
				.filter((id) => order.includes(id));
			expect(
				order.filter((id) => ids.includes(id)),
				file,
			).toEqual(ids);
		}
	}
});

test("both languages of a page have the same structure and ids", () => {
	for (const { name, file } of sitePages) {
		const pages = demo.filter((page) => page.name === name);
		// Editors format each language by itself. A missing translation has a `lang`.
		const [english, russian] = pages.map((page) => outline(page, ".prose *, span[lang]"));
		expect(russian, file).toEqual(english);
	}
});

test("long words of all titles have soft hyphens", async () => {
	const word = "противовоспалительное";
	const pages = sitePages.filter(({ locale, route }) => locale === "ru" && route);
	const changed = changeBoth((russian) => rewriteTexts(russian, () => word));
	for (const { document, file } of await renderPages(changed, pages)) {
		const titles = document.querySelectorAll(
			"main :is(h1, h2, h3):not(.prose *), figcaption > span",
		);
		const texts = [...titles].map(({ textContent }) => textContent);
		const hyphenated = texts.filter((text) => text.replaceAll("\u00ad", "") === word);
		expect(hyphenated.length, file).toBeGreaterThan(0);
		expect(hyphenated, file).not.toContain(word);
	}
});
