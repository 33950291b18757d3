import { execFile } from "node:child_process";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startContentful } from "../../demo/contentfulService.ts";
import { startStripe } from "../../demo/stripeService.ts";
import { copyProject } from "../copyProject.ts";
import { makeFolder, writeFiles } from "../folders.ts";
import { parseDocument } from "../site/sitePages.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { key, previewToken, testSpaceId, token } from "../wire/services.ts";
import {
	assetLink,
	both,
	createCompleteContent,
	entryLink,
	ids,
	linkPair,
	node,
	paragraph,
	plain,
	text,
	textNode,
} from "../wire/testContent.ts";

const modelEntry = `
	kitchenTours: {
		name: "Kitchen tours page",
		help: "Evenings in the kitchen.",
		fields: {
			title: { kind: "text", required: true, help: "The page's heading, and its name in the navigation." },
			cover: { kind: "asset", help: "The picture beside the heading." },
			kitchenTours: { kind: "entries", itemType: "kitchenTour", help: "The tours, in the order of the page." },
		},
	},
} as const satisfies Record<string, ContentType<ListEntryName>>;`;

const modelListEntry = `
	kitchenTour: {
		name: "Kitchen tour",
		help: "A tour of the kitchen. Its price comes from Stripe.",
		fields: {
			title: { kind: "text", required: true, help: "Its name." },
			stripeProductId: { kind: "code", required: true, help: "The product in Stripe: prod_ and what follows." },
			stripePaymentLink: { kind: "paymentLink", help: "The payment link from Stripe." },
		},
	},
} as const satisfies Record<string, ContentType<never>>;`;

const facts = `
	kitchenTours: {
		path: "/kitchen-tours",
		label: ({ kitchenTours }) => kitchenTours.title,
		heading: ({ kitchenTours }) => [kitchenTours.title],
		titleDetails: ({ kitchenTours: { kitchenTours } }) => kitchenTours.map(({ title }) => title),
		descriptionTexts: ({ kitchenTours: { kitchenTours } }) => kitchenTours.map(({ title }) => title),
		pictures: ({ kitchenTours }) => [kitchenTours.cover],
		sales: {
			items: ({ kitchenTours }) => [kitchenTours.title],
			offers: ({ kitchenTours: { kitchenTours } }) =>
				kitchenTours.map((item) => ({
					...describeService(item),
					name: item.title.value,
					picture: undefined,
					link: item.stripePaymentLink,
					isBuyable: item.stripePaymentLink !== undefined,
				})),
		},
		prerender: "moderate",
	},
};
`;

const markup = `import { PriceTag, Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Snapshot } from "../../content/snapshot.ts";

export function Page({ content }: { content: Snapshot }) {
	const { title, kitchenTours } = content.kitchenTours;
	return (
		<>
			<Text as="h1" text={title} />
			<ul>
				{kitchenTours.map((kitchenTour) => (
					<li key={kitchenTour.id} id={kitchenTour.id}>
						<Text as="h2" id={titleIdOf(kitchenTour.id)} text={kitchenTour.title} />
						<PriceTag item={kitchenTour} />
						<Purchase item={kitchenTour} link={kitchenTour.stripePaymentLink} appShell={content.appShell} />
					</li>
				))}
			</ul>
		</>
	);
}
`;

const origin = "https://clinic.example";
const content = createCompleteContent();
let folder: string;
let services: { contentful: Service; stripe: Service };

type Service = { url: string; close: () => Promise<void> };

beforeAll(async () => {
	folder = await copyProject({ extraPaths: ["docs", "tests"], atEnd: afterAll });
	// An Open Graph image needs a photograph of at least 600 × 315 pixels.
	const photograph = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#8ca07c" } })
		.png()
		.toBuffer();
	const pictures = await makeFolder({ files: { "dot.png": photograph }, atEnd: afterAll });
	services = {
		contentful: await startContentful({ content, spaceId: testSpaceId, token, previewToken, pictures }),
		stripe: await startStripe({ content, key }),
	};
	content.sell("prod_bread", 4500);
	content.add("kitchenTours", {
		title: text("Kitchen tours"),
		cover: plain(assetLink("logo-1")),
		kitchenTours: plain([entryLink("tour-bread")]),
	});
	content.add("tour-bread", {
		title: text("Bread"),
		stripeProductId: plain("prod_bread"),
		stripePaymentLink: linkPair("https://buy.stripe.com/bread"),
	});
	content.set("about", "about", both(paragraph(linkTo("/kitchen-tours#tour-bread"), linkTo("/kitchen-tours#nowhere"))));
});

afterAll(async () => {
	await services.contentful.close();
	await services.stripe.close();
});

const linkTo = (uri: string) => node("hyperlink", [textNode(uri)], { uri });

async function run(...parameters: string[]): Promise<{ failed: boolean; output: string }> {
	const env = isolatedEnvironment({
		CONTENTFUL_SPACE_ID: testSpaceId,
		CONTENTFUL_DELIVERY_TOKEN: token,
		CONTENTFUL_API_URL: services.contentful.url,
		CONTENTFUL_ENTRY_IDS: JSON.stringify(ids),
		STRIPE_API_KEY: key,
		STRIPE_API_URL: services.stripe.url,
		SITE_URL: origin,
	});
	const joinOutput = ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr;
	return promisify(execFile)(process.execPath, parameters, { cwd: folder, env }).then(
		(result) => ({ failed: false, output: joinOutput(result) }),
		(error) => ({ failed: true, output: joinOutput(error) }),
	);
}

const compile = (project = "tsconfig.json") => run("node_modules/typescript/bin/tsc", "--project", project);

async function build(): Promise<string> {
	const { failed, output } = await run("scripts/build.ts");
	expect(failed, output).toBe(false);
	return output;
}

/** Replaces a text that a file contains exactly once. */
async function replace(file: string, old: string, replacement: string): Promise<void> {
	const code = await readFile(join(folder, file), "utf8");
	expect(code.split(old), `${file} has once: ${old}`).toHaveLength(2);
	await writeFile(
		join(folder, file),
		code.replace(old, () => replacement),
	);
}

const read = (file: string) => readFile(join(folder, file), "utf8");
const readDocument = async (file: string) => parseDocument(await read(`dist/client/${file}`));

function attributes(document: Document, selector: string, name: string): (string | null)[] {
	return [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));
}

describe("a page with an entry in content/model.ts, but without facts in content/pages.ts", () => {
	beforeAll(async () => {
		await replace("content/model.ts", modelEntry.slice(modelEntry.lastIndexOf("}")), modelEntry.trimStart());
		await replace(
			"content/model.ts",
			modelListEntry.slice(modelListEntry.lastIndexOf("}")),
			modelListEntry.trimStart(),
		);
	});

	test("causes a compiler error that names the page and content/pages.ts", async () => {
		// Compiles only content/, because compiling the whole project takes much longer.
		await writeFiles(folder, { "tsconfig.content.json": '{ "extends": "./tsconfig.json", "include": ["content"] }' });
		const { failed, output } = await compile("tsconfig.content.json");
		expect(failed).toBe(true);
		expect(output).toMatch(/content\/pages\.ts.*'kitchenTours' is missing/);
	});
});

describe("a page with an entry in content/model.ts, facts in content/pages.ts, and a folder in pages/", () => {
	let log: string;

	beforeAll(async () => {
		await replace("content/pages.ts", "\n};\n", facts);
		await writeFiles(folder, { "pages/kitchen-tours/+Page.tsx": markup });
		await run("scripts/regenerate.ts");
		log = await build();
	});

	test("compiles together with the tests", async () => {
		expect(await compile()).toEqual({ failed: false, output: "" });
	});

	test("breaks no test that depends on the pages of the content model", { timeout: 120_000 }, async () => {
		const tests = [
			"components/Header/chooseHeaderClass.test.ts",
			...["faults", "links", "pullReport", "published"].map((name) => `tests/wire/${name}.test.ts`),
		];
		for (const path of tests) await cp(path, join(folder, path));
		// The demo has no entry of the new page, so its report has one more row.
		const others = ["--testNamePattern", "^(?!the demo's report)"];
		const { failed, output } = await run(
			"node_modules/vitest/vitest.mjs",
			"run",
			"--project",
			"unit",
			...tests,
			...others,
		);
		expect(failed, output).toBe(false);
	});

	test.each([
		["index.html", "/kitchen-tours"],
		["ru/about.html", "/ru/kitchen-tours"],
		["404.html", "/kitchen-tours"],
	])("is in the navigation and the footer of %s", async (file, path) => {
		const document = await readDocument(file);
		expect(attributes(document, "header nav a", "href").at(-1)).toBe(path);
		expect(attributes(document, "footer nav a", "href").at(-1)).toBe(path);
	});

	test("is in the sitemap, in both languages", async () => {
		const sitemap = await read("dist/client/sitemap.xml");
		expect(sitemap).toContain(`<loc>${origin}/kitchen-tours</loc>`);
		expect(sitemap).toContain(`<loc>${origin}/ru/kitchen-tours</loc>`);
	});

	test("has a canonical URL and links to the other language", async () => {
		const document = await readDocument("ru/kitchen-tours.html");
		expect(attributes(document, "link[rel=canonical]", "href")).toEqual([`${origin}/ru/kitchen-tours`]);
		expect(attributes(document, "link[rel=alternate]", "href")).toEqual([
			`${origin}/kitchen-tours`,
			`${origin}/ru/kitchen-tours`,
			`${origin}/kitchen-tours`,
		]);
		expect(attributes(document, "header a[role=switch]", "href")).toEqual(["/kitchen-tours"]);
	});

	test("has structured data with its offers", async () => {
		const document = await readDocument("kitchen-tours.html");
		const { "@graph": things } = JSON.parse(document.querySelector("[type='application/ld+json']")?.textContent ?? "");
		expect(things).toContainEqual(expect.objectContaining({ "@type": "WebPage", url: `${origin}/kitchen-tours` }));
		expect(things.at(-1)).toMatchObject({
			"@type": "Service",
			"@id": `${origin}/kitchen-tours#tour-bread`,
			name: "Bread",
			offers: {
				price: "45.00",
				priceCurrency: "GBP",
				url: "https://buy.stripe.com/bread?client_reference_id=en-kitchenTours",
			},
		});
	});

	test("has a title, a description and a picture for link previews", async () => {
		const document = await readDocument("kitchen-tours.html");
		const property = (name: string) => attributes(document, `meta[property="og:${name}"]`, "content");
		expect(property("title")).toEqual(["Kitchen tours: Bread – Title of logo-1"]);
		expect(property("description")).toEqual(["Bread."]);
		expect(property("url")).toEqual([`${origin}/kitchen-tours`]);
		expect(property("image")).toEqual([expect.stringMatching(/\/media\/.+\.jpg$/)]);
	});

	test("is listed on the home page with its lowest price", async () => {
		const home = await readDocument("index.html");
		const item = home.querySelector("main .begin li:last-child");
		expect(item?.querySelector("a")?.getAttribute("href")).toBe("/kitchen-tours");
		expect(item?.textContent).toContain("£45.00");
	});

	test("is prerendered when a visitor is likely to open it", async () => {
		const home = await readDocument("index.html");
		expect(home.querySelector("[type=speculationrules]")?.textContent).toMatch(/\|kitchen-tours\)/);
	});

	test("can be linked to in texts, and a link to a missing place on it is reported", async () => {
		const about = await readDocument("about.html");
		expect(attributes(about, "main .prose a[href^='/kitchen-tours']", "href")).toEqual([
			"/kitchen-tours#tour-bread",
			"/kitchen-tours",
		]);
		expect(log).toContain('the text links to "/kitchen-tours#nowhere", a place that the page does not have');
	});

	test("has a state in build-info.json", async () => {
		const { pages } = JSON.parse(await read("dist/client/build-info.json"));
		expect(Object.keys(pages)).toEqual(expect.arrayContaining(["/kitchen-tours", "/ru/kitchen-tours"]));
	});

	test("is in the reference of fields, with its fields", async () => {
		const guide = await read("docs/fields.md");
		expect(guide).toContain("### Kitchen tours page\n\nEvenings in the kitchen.");
		expect(guide).toContain("| Title | The page's heading, and its name in the navigation. |");
		expect(guide).toContain("### Kitchen tour\n\nA tour of the kitchen.");
	});
});

describe("a page without its entry", () => {
	test("stops the build with a sentence that names it", async () => {
		content.unpublish("kitchenTours");
		const { failed, output } = await run("scripts/build.ts");
		expect(failed).toBe(true);
		expect(output).toContain('✗ Entry "kitchenTours": Kitchen tours page is missing: no published entry has this id');
	});
});

describe("a page without a folder in pages/", () => {
	test("stops the build with a sentence that names its path", async () => {
		Object.assign(content.item("kitchenTours").sys, { publishedVersion: 1 });
		await rm(join(folder, "pages/kitchen-tours"), { recursive: true });
		const { failed, output } = await run("scripts/build.ts");
		expect(failed).toBe(true);
		expect(output).toContain("✗ The page /kitchen-tours (en-US) fails to render: status 404");
	});
});
