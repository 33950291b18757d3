import { expect, test } from "vitest";
import { type EntryList, listItems, pricedLists, type SoldItem } from "../../content/entryLists.ts";
import { locales } from "../../content/locales.ts";
import type { Priced } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { listPaymentLinkFields, paymentLinkOf } from "../../scripts/pull/stripe/paymentLinkFields.ts";
import { loadPages } from "./sitePages.ts";

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
