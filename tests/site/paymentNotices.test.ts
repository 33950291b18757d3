import { expect, test } from "vitest";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { collapse, loadPages, parseSitePages, requireSingle, type SitePage } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");

async function render(change: (content: Snapshot) => Snapshot): Promise<SitePage[]> {
	const changed = { "en-US": change(snapshots["en-US"]), ru: change(snapshots.ru) };
	const documents = await renderSite("dist", changed, { url: "https://www.example.org", indexable: true });
	return parseSitePages((file) => documents.get(file)?.html);
}

/** Removes the payment links of the first package, so that other packages still have theirs. */
function removeFirstLinks(content: Snapshot): Snapshot {
	const [first, ...others] = content.packages.packages;
	if (!first) throw new Error("The demo has no package.");
	const { stripeOneTimePaymentLink: _, stripeMonthlyPaymentLink: __, ...unlinked } = first;
	return { ...content, packages: { ...content.packages, packages: [unlinked, ...others] } };
}

const packagePages = (await render(removeFirstLinks)).filter(({ route }) => route === "packages");

const hasPaymentButton = ({ document }: SitePage) =>
	document.querySelector("main a.button[href^='https://buy.stripe.com/']") !== null;

test.each([...loadPages(), ...packagePages])(
	"$file has the notices of payments only if it has a payment button",
	(page) => {
		const { document, locale } = page;
		const { paymentNote, paidNotice } = snapshots[locale].appShell;
		const note = collapse(paymentNote?.value);
		const notice = collapse(paidNotice?.value);
		expect([note, notice]).not.toContain("");
		const isSelling = hasPaymentButton(page);
		expect(collapse(requireSingle(document, "main").textContent).includes(note)).toBe(isSelling);
		const thanks = [...document.querySelectorAll("#paid")].map((shown) => collapse(shown.textContent));
		expect(thanks).toEqual(isSelling ? [notice] : []);
		if (isSelling) expect(requireSingle(document, "link[rel=canonical]").getAttribute("href")).not.toMatch(/[?#]/);
	},
);

test("some pages have a payment button, and others have none", () => {
	expect(new Set(loadPages().map(hasPaymentButton))).toEqual(new Set([true, false]));
});
