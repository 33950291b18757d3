import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { leaveOut } from "./contentWalk.ts";
import { collapse, loadPages, parseSitePages, requireSingle, type SitePage } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");
const addresses = {
	bookingUrl: "https://calendar.example/clinic",
	termsUrl: "https://clinic.example/terms",
	accessibilityUrl: "https://clinic.example/accessibility",
	whatsappUrl: "https://wa.me/447700900123",
	telegramUrl: "https://t.me/clinic",
};
const optionalFields = [...Object.keys(addresses), "paidNotice"];

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

const pagesWithAddresses = await render((content) => {
	const appShell = { ...content.appShell, ...addresses };
	return { ...removeFirstLinks(content), appShell };
});

function listLinks(elements: Iterable<Element>): (string | null)[][] {
	return [...elements].map((link) => [link.getAttribute("href"), collapse(link.textContent)]);
}

describe.each(pagesWithAddresses)("$file with all addresses", ({ document, locale, route }) => {
	test("names messengers, terms and accessibility statement in words in its footer", () => {
		expect(listLinks(document.querySelectorAll("footer .directory p a[target]"))).toEqual([
			[addresses.termsUrl, words[locale].terms],
			[addresses.accessibilityUrl, words[locale].accessibility],
			[addresses.whatsappUrl, "WhatsApp"],
			[addresses.telegramUrl, "Telegram"],
		]);
	});

	test("has a booking button beside its contact button, if it has a contact button", () => {
		const hasButton = route !== undefined && route !== "approach";
		const expected = hasButton ? [[addresses.bookingUrl, collapse(words[locale].bookCall)]] : [];
		expect(listLinks(document.querySelectorAll("main .actions > a[href^='mailto:'] + a[target]"))).toEqual(expected);
	});
});

const hasPaymentButton = ({ document }: SitePage) =>
	document.querySelector("main a.button[href^='https://buy.stripe.com/']") !== null;

test.each([...loadPages(), ...pagesWithAddresses.filter(({ route }) => route === "packages")])(
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

test("pages without these addresses and without the notice of a payment have no trace of them", async () => {
	const pages = await render((content) => leaveOut(content, ({ name }) => optionalFields.includes(name)));
	for (const { file, locale, document } of pages) {
		expect(document.querySelectorAll("footer .directory p a[target], #paid").length, file).toBe(0);
		expect(collapse(document.body.textContent), file).not.toContain(collapse(words[locale].bookCall));
	}
});
