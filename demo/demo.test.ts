import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createClient } from "contentful";
import sharp from "sharp";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExportItem, type Link, type SpaceExport, startContentful } from "./contentfulService.ts";
import { type Demo, readDemoSpace, startDemo } from "./startDemo.ts";
import { formatStripeFixtures } from "./stripeFixtures.ts";

const pages = [
	"about",
	"appShell",
	"approach",
	"consultations",
	"functionalTests",
	"home",
	"navigation",
	"newsletter",
	"packages",
	"programmes",
];
const pictures = fileURLToPath(new URL("pictures/", import.meta.url));

let demo: Demo;
let space: SpaceExport;

beforeAll(async () => {
	demo = await startDemo();
	space = await readDemoSpace();
});
afterAll(() => demo.close());

function contentfulClient(accessToken = demo.environment.CONTENTFUL_DELIVERY_TOKEN, port = demo.contentful.port) {
	return createClient({
		space: demo.environment.CONTENTFUL_SPACE_ID,
		accessToken,
		host: `127.0.0.1:${port}`,
		insecure: true,
		retryOnError: false,
		logHandler: () => {},
	});
}

function stripeClient() {
	return new Stripe(demo.environment.STRIPE_API_KEY, {
		apiVersion: "2026-10-28.endive",
		host: "127.0.0.1",
		port: demo.stripe.port,
		protocol: "http",
		telemetry: false,
		maxNetworkRetries: 0,
	});
}

function linksIn(value: unknown): Link[] {
	if (typeof value !== "object" || value === null) return [];
	if ((value as Link).sys?.type === "Link") return [value as Link];
	return Object.values(value).flatMap(linksIn);
}

/** Every text of a value: plain texts, lists and the text nodes of rich text. */
function textsIn(value: unknown): string[] {
	if (typeof value === "string") return [value];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (typeof value !== "object" || value === null) return [];
	const node = value as { nodeType?: string; value?: string; content?: unknown };
	return node.nodeType === "text" ? [node.value ?? ""] : textsIn(node.content);
}

function ofType(type: string): ExportItem[] {
	return space.entries.filter((entry) => entry.sys.contentType?.sys.id === type);
}

describe("the content client", () => {
	test("reads all pages and everything they lead to in one request", async () => {
		const answer = await contentfulClient().withAllLocales.withoutLinkResolution.getEntries({
			"sys.id[in]": pages,
			include: 10,
		});
		expect(answer.items.map((item) => item.sys.id).sort()).toEqual(pages);
		expect(answer.items.length + (answer.includes?.Entry?.length ?? 0)).toBe(space.entries.length);
		expect(answer.includes?.Asset?.length).toBe(space.assets.length);
		expect(answer.errors).toBeUndefined();
		const ids = [...answer.items, ...(answer.includes?.Entry ?? [])].map((item) => item.sys.id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	test("finds every picture where its asset says", async () => {
		const { includes } = await contentfulClient().withAllLocales.withoutLinkResolution.getEntries({
			"sys.id[in]": pages,
			include: 10,
		});
		for (const { fields } of includes?.Asset ?? []) {
			const file = fields.file?.["en-US"];
			const response = await fetch(`http:${file?.url}`);
			expect(response.headers.get("content-type")).toBe(file?.contentType);
			expect((await response.arrayBuffer()).byteLength).toBe(file?.details.size);
		}
		const outside = `${demo.contentful.url}/${demo.environment.CONTENTFUL_SPACE_ID}/asset-logo/..%2Fspace.json`;
		expect((await fetch(outside)).status).toBe(404);
	});

	test("gets drafts with the preview token only, and is told of links to them", async () => {
		const changed = structuredClone(space);
		const draft = changed.entries.find((entry) => entry.sys.id === "review-one-sentence");
		delete draft?.sys.publishedVersion;
		const service = await startContentful({
			space: changed,
			spaceId: demo.environment.CONTENTFUL_SPACE_ID,
			token: "delivery",
			previewToken: "preview",
			pictures,
		});
		try {
			const ask = (token: string) =>
				contentfulClient(token, service.port).withAllLocales.withoutLinkResolution.getEntries({
					"sys.id[in]": ["home"],
					include: 10,
				});
			const delivered = await ask("delivery");
			expect(delivered.errors).toEqual([
				{
					sys: { id: "notResolvable", type: "error" },
					details: { type: "Link", linkType: "Entry", id: "review-one-sentence" },
				},
			]);
			expect((await ask("preview")).errors).toBeUndefined();
			const home = changed.entries.find((entry) => entry.sys.id === "home");
			(home as ExportItem).fields.heroTitle = { "en-US": "Changed", ru: "" };
			expect((await ask("delivery")).items[0]?.fields.heroTitle).toEqual({ "en-US": "Changed" });
			expect(service.requests.length).toBe(3);
		} finally {
			const begun = performance.now();
			await service.close();
			expect(performance.now() - begun).toBeLessThan(1000);
		}
	});
});

describe("the Stripe client", () => {
	const query = { active: true, type: "one_time" as const, limit: 100, expand: ["data.product"] };

	test("reads all prices over two pages, newest first", async () => {
		const before = demo.stripe.requests.length;
		const prices = await stripeClient().prices.list(query).autoPagingToArray({ limit: 1000 });
		expect(prices.length).toBeGreaterThan(100);
		expect(demo.stripe.requests.length - before).toBe(2);
		expect(new Set(prices.map((price) => price.id)).size).toBe(prices.length);
		expect(prices.map((price) => price.created)).toEqual(prices.map((price) => price.created).sort((a, b) => b - a));
		expect(prices.every((price) => price.active && price.type === "one_time")).toBe(true);

		const sold = [...ofType("consultation"), ...ofType("package"), ...ofType("programme")].map(
			(entry) => entry.fields.stripeProductId?.["en-US"] as string,
		);
		const productOf = (price: Stripe.Price) => (typeof price.product === "string" ? price.product : price.product.id);
		const pageOf = sold.map((id) => {
			const at = prices.findIndex((price) => productOf(price) === id);
			return at < 0 ? "none" : at < 100 ? "first" : "second";
		});
		expect(pageOf.filter((page) => page === "none").length).toBe(1);
		expect(pageOf.filter((page) => page === "first").length).toBeGreaterThan(2);
		expect(pageOf.filter((page) => page === "second").length).toBeGreaterThan(2);

		const twice = sold.filter((id) => prices.filter((price) => productOf(price) === id).length > 1);
		expect(twice).toEqual(["prod_demoFollowUp"]);
		const followUps = prices.filter((price) => productOf(price) === twice[0]);
		expect(followUps.map((price) => price.unit_amount)).toEqual([8500, 8000]);
		expect(followUps[0]?.product).toMatchObject({ default_price: followUps[0]?.id });

		expect(prices.some((price) => price.unit_amount === null)).toBe(true);
		expect(prices.some((price) => (price.product as Stripe.Product).active === false)).toBe(true);
	});

	test("reads the payment links with what they sell, whole or page by page", async () => {
		const stripe = stripeClient();
		const links = await stripe.paymentLinks.list({ limit: 100, expand: ["data.line_items"] });
		expect(links.has_more).toBe(false);
		for (const { line_items } of links.data) {
			const [item, ...others] = line_items?.data ?? [];
			expect(others).toEqual([]);
			expect(item?.amount_total).toBe(item?.price?.unit_amount);
		}
		const byPages = await stripe.paymentLinks.list({ limit: 4 }).autoPagingToArray({ limit: 1000 });
		expect(byPages.map(({ url }) => url)).toEqual(links.data.map(({ url }) => url));
		expect(byPages.some((link) => "line_items" in link)).toBe(false);
		const [off, ...others] = (await stripe.paymentLinks.list({ active: false })).data;
		expect(off).toMatchObject({ url: "https://buy.stripe.com/demoFollowUpOld", active: false });
		expect(others).toEqual([]);
		const known = new Set(links.data.map(({ url }) => url));
		const entered = space.entries.flatMap(({ fields }) =>
			Object.entries(fields).flatMap(([name, values]) => (/PaymentLink$/.test(name) ? Object.values(values) : [])),
		);
		// The walk is offered again next May, with a link of its own.
		expect([...new Set(entered.filter((url) => !known.has(url)))]).toEqual(["https://buy.stripe.com/demoMarketWalk"]);
	});
});

describe("the file for Stripe's own command", () => {
	test("is up to date (else: node scripts/regenerate.ts)", async () => {
		const file = await readFile(new URL("stripe-fixtures.json", import.meta.url), "utf8");
		expect(file).toBe(formatStripeFixtures());
	});

	test("makes in an account what the pages sell, each thing after what it names", () => {
		type Params = { product?: string; unit_amount?: number; line_items?: { price: string }[]; metadata?: Values };
		type Values = Record<string, string>;
		const { fixtures } = JSON.parse(formatStripeFixtures()) as {
			fixtures: { name: string; path: string; params: Params & Values }[];
		};
		const made = new Map<string, Params & Values>();
		for (const { name, params } of fixtures) {
			for (const [, other] of JSON.stringify(params).matchAll(/\$\{(\w+):id\}/g))
				expect(made.has(other ?? "")).toBe(true);
			expect(made.has(name)).toBe(false);
			made.set(name, params);
		}
		const links = new Map(
			[...made.values()].flatMap(({ metadata, line_items }) =>
				metadata ? [[metadata.instead_of, line_items?.[0]?.price.slice(2, -4) ?? ""] as const] : [],
			),
		);
		const shown = [...ofType("consultation"), ...ofType("package"), ...ofType("programme")].filter(
			({ sys }) => sys.id !== "consultation-market-walk",
		);
		for (const { fields } of shown) {
			const product = fields.stripeProductId?.["en-US"];
			expect(made.get(product)?.id).toBe(product);
			for (const [name, values] of Object.entries(fields)) {
				if (!name.endsWith("PaymentLink")) continue;
				for (const url of Object.values(values)) {
					expect(made.get(links.get(url) ?? "")?.product, url).toBe(`\${${product}:id}`);
				}
			}
		}
	});
});

describe("the space", () => {
	test("lacks exactly one Russian value", () => {
		const localised = new Map<string, boolean>();
		for (const entry of space.entries) {
			for (const [field, values] of Object.entries(entry.fields)) {
				const name = `${entry.sys.contentType?.sys.id}.${field}`;
				localised.set(name, localised.get(name) || "ru" in values);
			}
		}
		const missing = space.entries.flatMap((entry) =>
			Object.entries(entry.fields)
				.filter(([field, values]) => localised.get(`${entry.sys.contentType?.sys.id}.${field}`) && !("ru" in values))
				.map(([field]) => `${entry.sys.id}.${field}`),
		);
		expect(missing).toEqual(["dna-movement.description"]);
		expect(space.assets.every((asset) => asset.fields.title?.["en-US"] && asset.fields.title.ru)).toBe(true);
	});

	test("links to nothing that is missing, and leaves nothing unused", () => {
		const known = new Set([...space.entries, ...space.assets].map((item) => `${item.sys.type} ${item.sys.id}`));
		const used = new Set(
			space.entries.flatMap((entry) => linksIn(entry.fields)).map((link) => `${link.sys.linkType} ${link.sys.id}`),
		);
		expect([...used].filter((id) => !known.has(id))).toEqual([]);
		expect([...known].filter((id) => !used.has(id) && !pages.includes(id.replace("Entry ", "")))).toEqual([]);
	});

	test("tells the truth about its pictures", async () => {
		let total = 0;
		for (const asset of space.assets) {
			const file = asset.fields.file?.["en-US"];
			const path = `${pictures}${file.fileName}`;
			const { size } = await stat(path);
			const { width, height, format } = await sharp(await readFile(path)).metadata();
			expect({ name: file.fileName, size, width, height }).toEqual({
				name: file.fileName,
				size: file.details.size,
				width: file.details.image.width,
				height: file.details.image.height,
			});
			expect(file.contentType).toBe(format === "svg" ? "image/svg+xml" : "image/jpeg");
			total += size;
		}
		expect(total).toBeLessThan(3.5 * 1024 * 1024);
	});

	test("is set with care in both languages", () => {
		for (const item of [...space.entries, ...space.assets]) {
			for (const [field, values] of Object.entries(item.fields)) {
				if (field === "file") continue;
				for (const text of textsIn(values.ru)) {
					expect(text).not.toMatch(/["“”„]| - | – |[^\u00a0]—|(?<=[\s(«])(в|к|с|о|у|и|а|на|по|за|из|от|до|не|но) /i);
				}
				for (const text of textsIn(values["en-US"])) expect(text).not.toMatch(/["']| - |—/);
			}
		}
	});
});
