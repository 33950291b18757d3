import { describe, expect, test } from "vitest";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { collapse, loadPages, requireSingle } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");

describe.each(loadPages())("$file", ({ document, locale, route }) => {
	const { registration, registrationUrl, contactEmail } = snapshots[locale].appShell;

	test("links the practice's registration in the imprint, and beside the practitioner", () => {
		const link = requireSingle(document, ".imprint a");
		expect(link.getAttribute("href")).toBe(registrationUrl);
		expect(collapse(link.textContent)).toBe(registration?.value);
		const beside = [...document.querySelectorAll(".practitioner a[target]")].map((link) => link.getAttribute("href"));
		const hasPractitioner = document.querySelector(".practitioner") !== null;
		expect(beside).toEqual(hasPractitioner ? [registrationUrl] : []);
	});

	test("has a contact link in its main part, unless it is the 404 page or the approach", () => {
		const links = document.querySelectorAll(`main a[href="mailto:${contactEmail}"]`);
		if (route && route !== "approach") expect(links.length).toBeGreaterThan(0);
	});
});

test.each(["en-US", "ru"] as const)(
	"the page about the practice names the register beside the training (%s)",
	(locale) => {
		const about = loadPages().find((page) => page.route === "about" && page.locale === locale)?.document;
		const links = [...(about?.querySelectorAll("main .prose a") ?? [])].map((link) => link.getAttribute("href"));
		expect(links).toContain(snapshots[locale].appShell.registrationUrl);
	},
);
