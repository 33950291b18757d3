import { expect, test } from "vitest";
import { checkSite } from "../../scripts/render/checkSite.ts";
import {
	finishDocument,
	parseRendered,
	type SiteDocument,
} from "../../scripts/render/siteDocument.ts";
import { listFaults } from "../../scripts/shared/faults.ts";
import { clientFolder, loadPages, snapshots } from "./sitePages.ts";

const built = new Map(loadPages().map(({ file, html }) => [file, html]));

const toDocuments = (pages: ReadonlyMap<string, string>): Map<string, SiteDocument> =>
	new Map([...pages].map(([file, html]) => [file, finishDocument(parseRendered(html))]));

/**
 * Changes one document of the built site, or removes it if `change` returns undefined. Returns the faults that
 * `checkSite` finds.
 */
async function faultsWith(file: string, change: (html: string) => string | undefined) {
	const pages = new Map(built);
	const changed = change(built.get(file) ?? "");
	expect(changed).not.toBe(built.get(file));
	if (changed === undefined) pages.delete(file);
	else pages.set(file, changed);
	return checkSite(clientFolder, toDocuments(pages), snapshots).then(
		() => [],
		(error: unknown) => listFaults(error),
	);
}

test("the built site has no faults", async () => {
	expect(await checkSite(clientFolder, toDocuments(built), snapshots)).toBeUndefined();
});

test("a missing page or heading is refused", async () => {
	expect(await faultsWith("ru.html", () => undefined)).toContain("The page /ru is missing.");
	expect(await faultsWith("ru/about.html", (html) => html.replaceAll("<h1", "<h2"))).toContain(
		"The page /ru/about is not complete: it has no heading.",
	);
});

test.each([
	['<a href="/nowhere">', "/nowhere"],
	['<a href="/ru/about.html">', "/ru/about.html"],
	['<a href="/ru/about#nowhere">', "/ru/about#nowhere"],
	['<img src="/media/lost.jpg">', "/media/lost.jpg"],
	[
		'<source srcSet="/media/lost-400.avif 400w, /media/lost-768.avif 768w">',
		"/media/lost-768.avif",
	],
	['<link imagesrcset="/media/a&amp;b.avif 400w">', "/media/a&b.avif"],
	['<a href="about/team">', "/about/team"],
])("the dead address in %s is refused", async (tag, address) => {
	const faults = await faultsWith("about.html", (html) => html.replace("</main>", `${tag}</main>`));
	expect(faults).toContain(`The page /about leads to ${address}, which does not exist.`);
});
