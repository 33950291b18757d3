import { expect, test } from "vitest";
import { entryLink, node, paragraph, plain, type TestContent, textNode, wholeContent } from "./content.ts";
import { startSite } from "./liveSite.ts";
import { faultsOfPull, pullChanged, startServices } from "./services.ts";

/** Entries by what is published of them. */
const reviews = {
	both: { "en-US": "published", ru: "changed" },
	english: { "en-US": "changed", ru: "draft" },
	untranslated: { "en-US": "published" },
	russian: { "en-US": "draft", ru: "published" },
	unborn: { ru: "changed" },
};

test("languages that are published apart: nothing unpublished is shown, and what lacks its Russian is English", async () => {
	// Worse than what Contentful promises: what is not published is delivered, too.
	const { en, ru, rows } = await pullChanged((content) => {
		for (const [id, status] of Object.entries(reviews)) {
			content.add(id, { name: status, review: status });
			Object.assign(content.item(id).sys, { fieldStatus: { "*": status } });
		}
		content.set("home", "reviews", plain(Object.keys(reviews).map(entryLink)));
	});
	expect(en.home.reviews.map(({ id, name }) => [id, name.value])).toEqual([
		["both", "published"],
		["english", "changed"],
		["untranslated", "published"],
	]);
	expect(ru.home.reviews.map(({ name }) => name)).toEqual([
		{ value: "changed" },
		{ value: "changed", lang: "en" },
		{ value: "published", lang: "en" },
	]);
	const texts = ["english", "untranslated"].flatMap((id) => [`${id}.name.ru`, `${id}.review.ru`]);
	const told = [...["russian", "unborn"].map((id) => `entry "${id}" of the list is a draft or deleted`), ...texts];
	expect(told.filter((part) => !rows.some((row) => row.includes(part)))).toEqual([]);
	expect(rows.length).toBe(told.length);
});

/** Leaves an entry as one whose Russian alone is published. */
function withoutEnglish(content: TestContent, id: string): void {
	Object.assign(content.item(id).sys, { fieldStatus: { "*": { "en-US": "draft", ru: "published" } } });
}

test("a page whose English is not published is left out with all that leads to it, and nothing else", async () => {
	const content = wholeContent();
	for (const id of ["packages", "newsletter"]) withoutEnglish(content, id);
	const link = node("hyperlink", [textNode("Six months")], { uri: "/packages" });
	content.set("about", "about", plain(paragraph(link)));
	const site = await startSite(await startServices(content));
	for (const path of ["/packages", "/ru/packages"]) expect((await fetch(site.url + path)).status).toBe(404);
	for (const path of ["/", "/ru", "/about", "/ru/about", "/sitemap.xml", "/no-such-page"]) {
		const document = await site.read(path);
		expect(document).not.toMatch(/packages"|packages<|<form/);
		expect(document).toContain(path === "/sitemap.xml" ? "/ru/programmes<" : '/programmes"');
	}
	expect(await site.read("/about")).toContain("Six months");
	expect(site.log.join("\n").match(/its English is not published/g)).toHaveLength(2);
});

test("without the English of the home page there is no site, which is said", async () => {
	expect(await faultsOfPull((content) => withoutEnglish(content, "home"))).toEqual([
		expect.stringContaining("Home page is missing: its English is not published"),
	]);
});
