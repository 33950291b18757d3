import { expect, test } from "vitest";
import { type EntryList, listItems, pricedLists, type SoldItem } from "../../content/entryLists.ts";
import { locales } from "../../content/locales.ts";
import type { Priced, Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { listPaymentLinkFields, paymentLinkOf } from "../../scripts/pull/stripe/paymentLinkFields.ts";
import { changeBoth, renderSources } from "./renderSources.ts";
import { collapse, loadPages, parseSitePages, requireSingle, type SitePage, sitePages } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");
const stripe = "https://buy.stripe.com/";
const pages = loadPages().map((page) => {
	const links = [...page.document.querySelectorAll(`a[href^="${stripe}"]`)].map((link) => link.getAttribute("href"));
	return { ...page, links };
});

test("each payment link of a built page names the language and the page in its reference", () => {
	const references = pages.flatMap(({ locale, route, links }) =>
		links.map((href) => [URL.parse(href ?? "")?.searchParams.get("client_reference_id"), locale, route] as const),
	);
	expect(references.length).toBeGreaterThan(0);
	const wrong = references.filter(([reference, locale, route]) => {
		return reference !== `${locales[locale].hreflang}-${route}`;
	});
	expect(wrong).toEqual([]);
});

test.each(pricedLists)("the built pages show every payment link of $page, in both languages", (list: EntryList) => {
	for (const { locale, route, links } of pages) {
		if (route !== list.page) continue;
		const items = listItems<Priced<SoldItem>>(snapshots[locale], list);
		const fields = listPaymentLinkFields(list);
		const entered = items.flatMap((item) => fields.flatMap(({ field }) => paymentLinkOf(item, field) ?? []));
		expect(links.toSorted()).toEqual(entered.toSorted());
	}
});

/** Removes the payment links of the first package, so that other packages still have theirs. */
function removeFirstLinks(content: Snapshot): Snapshot {
	const [first, ...others] = content.packages.packages;
	if (!first) throw new Error("The demo has no package.");
	const { stripeOneTimePaymentLink: _, stripeMonthlyPaymentLink: __, ...unlinked } = first;
	return { ...content, packages: { ...content.packages, packages: [unlinked, ...others] } };
}

const packagePages = sitePages.filter(({ route }) => route === "packages");
const changed = await renderSources(changeBoth(snapshots, removeFirstLinks), packagePages);
const changedPages = parseSitePages((file) => changed.get(file), packagePages);

const hasPaymentButton = ({ document }: SitePage) =>
	document.querySelector("main a.button[href^='https://buy.stripe.com/']") !== null;

test.each([...pages, ...changedPages])("$file has the notices of payments only if it has a payment button", (page) => {
	const { document, locale } = page;
	const { paymentNote, paidNotice } = snapshots[locale].appShell;
	const note = collapse(paymentNote?.value);
	const notice = collapse(paidNotice?.value);
	expect([note, notice]).not.toContain("");
	const isSelling = hasPaymentButton(page);
	expect(collapse(requireSingle(document, "main").textContent).split(note)).toHaveLength(isSelling ? 2 : 1);
	const thanks = [...document.querySelectorAll("#paid")].map((shown) => collapse(shown.textContent));
	expect(thanks).toEqual(isSelling ? [notice] : []);
	if (isSelling) expect(requireSingle(document, "link[rel=canonical]").getAttribute("href")).not.toMatch(/[?#]/);
});

test("some pages have a payment button, and others have none", () => {
	expect(new Set(pages.map(hasPaymentButton))).toEqual(new Set([true, false]));
});
