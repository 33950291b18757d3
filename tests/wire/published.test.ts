import { expect, test } from "vitest";
import { startSite } from "./liveSite.ts";
import { pullChanged, startServices } from "./services.ts";
import {
	createCompleteContent,
	entryLink,
	node,
	paragraph,
	plain,
	type TestContent,
	text,
} from "./testContent.ts";

/** Publishing status of each review, by locale. The status is also the text of the review. */
const reviews = {
	both: { "en-US": "published", ru: "changed" },
	english: { "en-US": "changed", ru: "draft" },
	russian: { "en-US": "draft", ru: "published" },
};

test("languages that are published separately show no drafts", async () => {
	const { en, ru, rows } = await pullChanged((content) => {
		for (const [id, status] of Object.entries(reviews)) {
			content.add(id, { name: status, review: status });
			content.item(id).sys.fieldStatus = { "*": status };
		}
		content.set("home", "reviews", plain(Object.keys(reviews).map(entryLink)));
	});
	expect(en.home.reviews.map(({ id, name }) => [id, name.value])).toEqual([
		["both", "published"],
		["english", "changed"],
	]);
	expect(ru.home.reviews.map(({ name }) => name)).toEqual([
		{ value: "changed" },
		{ value: "changed", lang: "en" },
	]);
	expect(rows).toEqual([
		'warning | homeOdd.reviews.en-US | entry "russian" of the list is not published in English: the entry is not shown',
		"warning | english.ru | the entry has no Russian texts: the English texts are shown",
	]);
});

function unpublishEnglish(content: TestContent): void {
	for (const name of ["consultations", "packages", "newsletter", "approach"])
		content.item(name).sys.fieldStatus = { "*": { ru: "published" } };
}

test("a page without English is left out with all links to it", async () => {
	const content = createCompleteContent();
	unpublishEnglish(content);
	const link = node("hyperlink", ["Six months"], { uri: "/packages" });
	content.set("about", "about", plain(paragraph(link)));
	content.set("consultations", "cancellationPolicyTitle", text("Cancellation"));
	const site = await startSite(await startServices(content));
	for (const path of ["/consultations", "/packages", "/ru/packages"])
		expect((await fetch(site.url + path)).status).toBe(404);
	for (const path of ["/", "/ru", "/about", "/programmes", "/sitemap.xml", "/no-such-page"]) {
		const document = await site.read(path);
		expect(document).not.toMatch(/(packages|consultations)["<#]|<form/);
		expect(document).toContain(path === "/sitemap.xml" ? "/ru/programmes<" : '/programmes"');
	}
	expect(await site.read("/about")).toContain("Six months");
});

test("a page without English has one row, severe if it sells", async () => {
	const { rows } = await pullChanged(unpublishEnglish);
	const problem = "the entry is not published in English";
	const pageIsLeftOut = "the page is left out, with all links to it";
	expect(rows.toSorted()).toEqual([
		`severe | consultationsOdd.en-US | ${problem}: ${pageIsLeftOut}`,
		`severe | packagesOdd.en-US | ${problem}: ${pageIsLeftOut}`,
		`warning | approachOdd.en-US | ${problem}: ${pageIsLeftOut}`,
		`warning | newsletterOdd.en-US | ${problem}: the newsletter form is left out`,
	]);
});
