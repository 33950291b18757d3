import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../../scripts/shared/faults.ts";
import {
	entryLink,
	ids,
	node,
	paragraph,
	plain,
	pullChanged,
	pullFrom,
	startServices,
	type TestContent,
	textNode,
	wholeContent,
} from "./content.ts";
import { keptFolder, makeBundle, startSite } from "./liveSite.ts";

beforeAll(makeBundle, 60_000);

const states = [undefined, "draft", "changed", "published"] as const;
type State = (typeof states)[number];

const combinations = states.flatMap((english) => states.map((russian) => ({ english, russian })));
const idOf = (english: State, russian: State) => `review-${english ?? "never"}-${russian ?? "never"}`;
const isLive = (state: State) => state === "changed" || state === "published";

test("languages that are published apart: nothing unpublished is shown, and what lacks its Russian is English", async () => {
	// Worse than what Contentful promises: what is not published is delivered, too.
	const { en, ru, rows } = await pullChanged((content) => {
		for (const { english, russian } of combinations) {
			const id = idOf(english, russian);
			const shown = (state: State, language: string) => `${language} ${isLive(state) ? "live" : "unpublished"} ${id}`;
			const name = {
				...(english && { "en-US": shown(english, "English") }),
				...(russian && { ru: shown(russian, "Russian") }),
			};
			content.add(id, { name, review: name });
			Object.assign(content.item(id).sys, {
				fieldStatus: { "*": { ...(english && { "en-US": english }), ...(russian && { ru: russian }) } },
			});
		}
		content.set(
			"home",
			"reviews",
			plain(combinations.map(({ english, russian }) => entryLink(idOf(english, russian)))),
		);
	});
	expect(JSON.stringify([en, ru])).not.toContain("unpublished");
	const live = combinations.filter(({ english }) => isLive(english));
	const names = (language: string) => live.map(({ english, russian }) => `${language} live ${idOf(english, russian)}`);
	expect(en.home.reviews.map(({ name }) => name.value)).toEqual(names("English"));
	expect(ru.home.reviews.map(({ name }) => name)).toEqual(
		live.map(({ english, russian }) =>
			isLive(russian)
				? { value: `Russian live ${idOf(english, russian)}` }
				: { value: `English live ${idOf(english, russian)}`, lang: "en" },
		),
	);
	for (const { english, russian } of combinations) {
		const told = rows.filter((row) => row.includes(idOf(english, russian)));
		if (!isLive(english)) expect(told).toEqual([expect.stringContaining("is a draft or deleted: it is not shown")]);
		else expect(told.length > 0).toBe(!isLive(russian));
	}
});

test("a page whose Russian is not published is English there, and told", async () => {
	const { ru, rows } = await pullChanged((content) => {
		content.set("about", "title", { "en-US": "About", ru: "Unpublished" });
		Object.assign(content.item("about").sys, { fieldStatus: { "*": { "en-US": "published", ru: "draft" } } });
	});
	expect(ru.about.title).toEqual({ value: "About", lang: "en" });
	expect(rows.join()).toContain(`${ids.about}.title.ru`);
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
	const site = await startSite(await startServices(content), { cache: await keptFolder() });
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
	const failure = await pullChanged((content) => withoutEnglish(content, "home")).catch(faultsOf);
	expect(failure).toEqual([expect.stringContaining("Home page is missing: its English is not published")]);
});

test("Contentful is asked for what is published, language by language", async () => {
	const headers: unknown[] = [];
	await pullFrom(wholeContent(), {
		contentful: (request) => {
			headers.push(request.headers["x-contentful-locale-based-publishing"]);
			return false;
		},
	});
	expect(headers).toContain("true");
});

test("a preview shows drafts all the same", async () => {
	const { en } = await pullChanged(
		(content) => {
			content.set("about", "title", { "en-US": "Draft" });
			Object.assign(content.item("about").sys, { fieldStatus: { "*": { "en-US": "draft" } } });
		},
		{ preview: true },
	);
	expect(en.about.title.value).toBe("Draft");
});
