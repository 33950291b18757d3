import { describe, expect, test } from "vitest";
import { pageEntryNames } from "../../content/model.ts";
import { type RouteName, routeNames } from "../../content/routes.ts";
import type { RichTextValue } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { walkContent } from "./contentWalk.ts";
import { findContentFaults, itemsOf, shellEntries } from "./findContentFaults.ts";
import { collapse, listStrings, listTextNodes, loadPages, only } from "./pages.ts";
import { listHeadings } from "./readRichText.ts";

const snapshots = await loadSnapshots("content/generated");
const pages = loadPages();
const pagesOf = (route: RouteName) => pages.filter((page) => page.route === route);

describe.each(pages)("$file", (page) => {
	const { document, locale, route } = page;
	const content = snapshots[locale];
	const values = [...walkContent(content)].filter(({ value }) => value !== undefined);

	test("shows every value of its content, in order, as it was entered", () => {
		expect(findContentFaults(page, content)).toEqual([]);
	});

	test("marks as English just what stands in for a missing translation", () => {
		const marked = [...document.querySelectorAll("body [lang]")].filter((element) => !element.matches("a[hreflang]"));
		const said = marked.map((element) => {
			const attribute = element.getAttribute("placeholder") ?? element.getAttribute("alt");
			return collapse(attribute ?? element.textContent);
		});
		const english = JSON.stringify(content).includes('"lang"') ? listEnglish(content) : [];
		expect(marked.map((element) => element.getAttribute("lang"))).toEqual(marked.map(() => "en"));
		expect(said.filter((text) => !english.includes(text))).toEqual([]);
	});

	test("shows no id of an entry or a product, and no trace of a value gone wrong", () => {
		const entries = values.map(({ entry }) => entry.id);
		const products = values.filter(({ field }) => field.kind === "code").map(({ value }) => String(value));
		// Some entries have a word of the language as their id.
		const ids = new Set([...entries.filter((id) => /[^a-z]/i.test(id)), ...products]);
		const said = listStrings(content);
		const wrong = ["undefined", "null", "NaN", "[object Object]", "Invalid Date"];
		const debris = wrong.filter((word) => !said.some((text) => text.includes(word)));
		const shown = listTextNodes(document.documentElement).map((node) => node.textContent ?? "");
		const attributes = [...document.querySelectorAll("*")].flatMap((element) =>
			[...element.attributes].map(({ value }) => value),
		);
		expect(shown.filter((text) => [...ids, ...debris].some((word) => text.includes(word)))).toEqual([]);
		expect(attributes.filter((text) => [...products, ...debris].some((word) => text.includes(word)))).toEqual([]);
	});

	test("fits the headings of its texts into its outline in the editors' order", () => {
		const texts = values.filter(({ field, page: name }) => field.kind === "richText" && name === route);
		for (const { path, value } of texts) {
			const headings = listHeadings((value as RichTextValue).blocks);
			const levels = headings.map(({ id }) => Number(document.getElementById(id)?.localName.slice(1)));
			for (const [index, heading] of headings.entries()) {
				const before = headings[index - 1];
				if (!before) continue;
				const [level = 0, levelBefore = 0] = [levels[index], levels[index - 1]];
				if (heading.level === before.level) expect(level, path).toBe(levelBefore);
				if (heading.level > before.level) expect(level, path).toBe(Math.min(levelBefore + 1, 6));
				if (heading.level < before.level) expect(level, path).toBeLessThanOrEqual(levelBefore);
			}
		}
	});
});

test("every entry of the model is a page or a part of all pages", () => {
	expect([...pageEntryNames].sort()).toEqual([...shellEntries, ...routeNames].sort());
});

describe("payment links", () => {
	test.each(pages)("$file has just the links of what it sells", ({ document, locale, route }) => {
		const { consultations, packages, programmes } = snapshots[locale];
		const sold: Partial<Record<RouteName, (string | undefined)[]>> = {
			consultations: consultations.consultations.map((item) => item.stripePaymentLink),
			packages: packages.packages.flatMap((item) => [item.stripeOneTimePaymentLink, item.stripeMonthlyPaymentLink]),
			programmes: programmes.programmes.map((item) => item.stripeOneTimePaymentLink),
		};
		const expected = route ? (sold[route] ?? []).filter(Boolean) : [];
		const links = [...document.querySelectorAll('main .purchase a:not([href^="mailto:"])')].map((link) =>
			link.getAttribute("href"),
		);
		if (route !== "functionalTests") expect(links).toEqual(expected);
	});

	test.each(pagesOf("packages"))("$file has a monthly button just where there is a monthly link", (page) => {
		const { packages, payMonthlyButton } = snapshots[page.locale].packages;
		for (const item of packages) {
			const section = page.document.getElementById(item.id);
			const labels = [...(section?.querySelectorAll("a") ?? [])].map((link) => collapse(link.textContent));
			expect(labels.includes(payMonthlyButton.value), item.id).toBe(item.stripeMonthlyPaymentLink !== undefined);
		}
	});
});

describe("every page that sells", () => {
	test.each(pages)("$file shows no price but those of its content", ({ document, locale, route }) => {
		const content = snapshots[locale];
		const count = {
			consultations: content.consultations.consultations.length,
			packages: content.packages.packages.length,
			programmes: content.programmes.programmes.length,
			functionalTests: content.functionalTests.dnaTests.filter(({ price }) => price !== undefined).length,
		}[String(route)];
		expect(document.querySelectorAll(".price").length).toBe(count ?? 0);
	});
});

describe("sections that open", () => {
	test.each([...pagesOf("programmes"), ...pagesOf("functionalTests")])("$file has them closed", (page) => {
		const { programmes, functionalTests } = snapshots[page.locale];
		const entries =
			page.route === "programmes"
				? programmes.programmes.map(({ id, title }) => ({ id, title }))
				: functionalTests.faqOptions.map(({ id, question }) => ({ id, title: question }));
		const sections = [...page.document.querySelectorAll("main details")] as HTMLDetailsElement[];
		expect(sections.map(({ lastElementChild }) => lastElementChild?.id)).toEqual(entries.map(({ id }) => id));
		expect(sections.filter((section) => section.open)).toEqual([]);
		for (const [index, section] of sections.entries()) {
			expect(section.firstElementChild?.localName).toBe("summary");
			expect(collapse(section.firstElementChild?.textContent)).toBe(collapse(entries[index]?.title.value));
		}
	});
});

test.each(pagesOf("functionalTests"))("$file labels its picture of before and after", ({ document, locale }) => {
	const { functionalTestingExample, withoutTesting, withTesting } = snapshots[locale].functionalTests;
	if (!functionalTestingExample) return;
	const figure = only(document, `figure:has(img[src="${functionalTestingExample.src}"])`);
	const labels = [withoutTesting, withTesting].flatMap((label) => (label ? collapse(label.value) : []));
	const caption = figure.querySelector("figcaption");
	expect(caption ? itemsOf(caption) : []).toEqual(labels);
});

test.each(pagesOf("about"))("$file loads its certificates late", ({ document, locale }) => {
	const sources = snapshots[locale].about.certificates.map(({ src }) => src);
	const images = [...document.querySelectorAll("main img")].filter((image) =>
		sources.includes(image.getAttribute("src") ?? ""),
	);
	expect(images.map((image) => image.getAttribute("loading"))).toEqual(sources.map(() => "lazy"));
});

test.each(pagesOf("packages"))("$file follows its help text with a message to the practice", ({ document, locale }) => {
	const { appShell } = snapshots[locale];
	const last = [...document.querySelectorAll("main a")].at(-1);
	expect(last?.getAttribute("href")).toBe(`mailto:${appShell.contactEmail}`);
	expect(collapse(last?.textContent)).toBe(appShell.contactButton.value);
});

test.each(pagesOf("home"))("$file has two buttons that write to the practice", ({ document, locale }) => {
	const { appShell } = snapshots[locale];
	const links = [...document.querySelectorAll('main a[href^="mailto:"]')].map((link) => collapse(link.textContent));
	expect(links).toEqual([appShell.haveQuestionsButton, appShell.contactButton].map(({ value }) => collapse(value)));
});

/** All texts that are English for want of a translation: of formatted text, all its words. */
function listEnglish(part: unknown): string[] {
	if (!part || typeof part !== "object") return [];
	const inner = Object.values(part).flatMap(listEnglish);
	if (!("lang" in part)) return inner;
	const own = "value" in part ? String(part.value) : "blocks" in part ? textOf(part.blocks) : "";
	return [collapse(own), ...inner];
}

/** The words of blocks as `textContent` gives them, with nothing between them. */
function textOf(part: unknown): string {
	if (Array.isArray(part)) return part.map(textOf).join("");
	if (!part || typeof part !== "object") return "";
	if ("type" in part && part.type === "text" && "value" in part) return String(part.value);
	return Object.values(part).map(textOf).join("");
}
