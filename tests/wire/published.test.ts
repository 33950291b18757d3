import { expect, test } from "vitest";
import { startSite } from "./liveSite.ts";
import { collectPullFaults, pullChanged, startServices } from "./services.ts";
import {
	assetLink,
	createCompleteContent,
	entryLink,
	ids,
	listIds,
	node,
	paragraph,
	plain,
	type TestContent,
	text,
	textNode,
} from "./testContent.ts";

/** Publishing status of each review, by locale. The status is also the text of the review. */
const reviews = {
	both: { "en-US": "published", ru: "changed" },
	english: { "en-US": "changed", ru: "draft" },
	untranslated: { "en-US": "published" },
	russian: { "en-US": "draft", ru: "published" },
	unborn: { ru: "changed" },
};

test("entries with separately published locales show no drafts, and English where Russian is not published", async () => {
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
		["untranslated", "published"],
	]);
	expect(ru.home.reviews.map(({ name }) => name)).toEqual([
		{ value: "changed" },
		{ value: "changed", lang: "en" },
		{ value: "published", lang: "en" },
	]);
	const absent = ["russian", "unborn"].map(
		(id) =>
			`warning | ${ids.home}.reviews.en-US | entry "${id}" of the list is not published in English: the entry is not shown`,
	);
	const untranslated = ["english", "untranslated"].map(
		(id) => `warning | ${id}.ru | the entry has no Russian texts: the English texts are shown`,
	);
	expect(rows.toSorted()).toEqual([...absent, ...untranslated].toSorted());
});

test("an entry whose en-US is a draft is shown in en-GB, to which en-US falls back", async () => {
	const { en, rows } = await pullChanged((content) => {
		content.space.locales = [
			{ code: "en-GB", name: "British", default: true, fallbackCode: null },
			{ code: "en-US", name: "American", default: false, fallbackCode: "en-GB" },
			{ code: "ru", name: "Russian", default: false, fallbackCode: null },
		];
		content.set("about", "title", { "en-GB": "Colour", "en-US": "Unfinished", ru: "Цвет" });
		const status = { "en-GB": "published", "en-US": "draft", ru: "published" };
		content.item("about").sys.fieldStatus = { "*": status };
	});
	expect(en.about.title).toEqual({ value: "Colour" });
	expect(rows).toEqual([]);
});

function unpublishEnglish(content: TestContent, id: string): void {
	content.item(id).sys.fieldStatus = { "*": { "en-US": "draft", ru: "published" } };
}

test("a page whose English is not published is left out with all links to it, and other pages stay", async () => {
	const content = createCompleteContent();
	for (const id of ["consultations", "packages", "newsletter"]) unpublishEnglish(content, id);
	content.set("consultations", "cancellationPolicyTitle", text("Cancellation"));
	content.set(listIds.consultation, "beginHere", plain(true));
	const link = node("hyperlink", [textNode("Six months")], { uri: "/packages" });
	content.set("about", "about", plain(paragraph(link)));
	const site = await startSite(await startServices(content));
	for (const path of ["/consultations", "/packages", "/ru/packages"]) {
		expect((await fetch(site.url + path)).status).toBe(404);
	}
	for (const path of [
		"/",
		"/ru",
		"/about",
		"/ru/about",
		"/programmes",
		"/sitemap.xml",
		"/no-such-page",
	]) {
		const document = await site.read(path);
		expect(document).not.toMatch(/(packages|consultations)["<#]|<form/);
		expect(document).toContain(path === "/sitemap.xml" ? "/ru/programmes<" : '/programmes"');
	}
	expect(await site.read("/about")).toContain("Six months");
	expect(site.log.join("\n").match(/the entry is not published in English/g)).toHaveLength(3);
});

test("a home page that is not published in English stops the build", async () => {
	expect(await collectPullFaults((content) => unpublishEnglish(content, "home"))).toEqual([
		expect.stringContaining("Home page is missing: the entry is not published in English"),
	]);
});

test("each entry that is not published in English is reported in one row, which is severe for a page that sells", async () => {
	const selling = ["consultations", "packages", "programmes", "functionalTests"] as const;
	const { rows } = await pullChanged((content) => {
		for (const name of [...selling, "about", "newsletter"]) unpublishEnglish(content, name);
	});
	const problem = "the entry is not published in English";
	const pageIsLeftOut = "the page is left out, with all links to it";
	expect(rows.toSorted()).toEqual(
		[
			...selling.map((name) => `severe | ${ids[name]}.en-US | ${problem}: ${pageIsLeftOut}`),
			`warning | ${ids.about}.en-US | ${problem}: ${pageIsLeftOut}`,
			`warning | ${ids.newsletter}.en-US | ${problem}: the newsletter form is left out`,
		].toSorted(),
	);
});

test("a picture that is not published in English is left out, with one row", async () => {
	const { en, rows } = await pullChanged((content) => {
		content.addAsset("cover");
		content.set("about", "cover", plain(assetLink("cover")));
		unpublishEnglish(content, "cover");
	});
	expect(en.about).not.toHaveProperty("cover");
	expect(rows).toEqual([
		"warning | cover.file | the asset has no file in English: the picture is left out",
	]);
});

test("an entry without a field for texts needs no English value", async () => {
	const { ru, rows } = await pullChanged((content) => {
		content.space.locales = [
			{ code: "ru", name: "Russian", default: true, fallbackCode: null },
			{ code: "en-US", name: "English", default: false, fallbackCode: null },
		];
		const { fields } = content.item(listIds.socialLink);
		for (const [name, { "en-US": value }] of Object.entries(fields)) fields[name] = { ru: value };
	});
	expect(ru.home.socialMedia).toHaveLength(1);
	expect(rows).toEqual([]);
});
