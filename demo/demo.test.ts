import { readFile, stat } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Link } from "./contentfulService.ts";
import { paymentLinks, prices } from "./prices.ts";
import { readDemoSpace } from "./startDemo.ts";
import { formatStripeFixtures } from "./stripeFixtures.ts";

const { entries, assets } = await readDemoSpace();

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

test("the file for Stripe's own command is up to date (else: node scripts/regenerate.ts)", async () => {
	const file = await readFile(new URL("stripe-fixtures.json", import.meta.url), "utf8");
	expect(file).toBe(formatStripeFixtures());
});

test("what the pages sell has its price and its payment links, some behind the first hundred prices", () => {
	const newest = prices.filter(({ type }) => type === "one_time").toSorted((a, b) => b.created - a.created);
	const productOf = new Map(
		paymentLinks.map(({ url, line_items: [line] }) => [url, prices.find(({ id }) => id === line?.price.id)?.product]),
	);
	const places: number[] = [];
	for (const { sys, fields } of entries) {
		const product = fields.stripeProductId?.["en-US"];
		// The walk is offered again next May.
		if (!product || sys.id === "consultation-market-walk") continue;
		places.push(newest.findIndex((price) => price.product === product));
		const links = Object.entries(fields).filter(([name]) => name.endsWith("PaymentLink"));
		for (const url of links.flatMap(([, values]) => Object.values(values))) {
			expect(productOf.get(url), url).toBe(product);
		}
	}
	expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
	expect(Math.max(...places)).toBeGreaterThanOrEqual(100);
});

test("exactly one Russian value is missing", () => {
	const named = entries.flatMap(({ sys, fields }) =>
		Object.entries(fields).map(([field, values]) => {
			return { field: `${sys.contentType?.sys.id}.${field}`, place: `${sys.id}.${field}`, isRussian: "ru" in values };
		}),
	);
	const localised = new Set(named.flatMap(({ field, isRussian }) => (isRussian ? [field] : [])));
	const missing = named.filter(({ field, isRussian }) => localised.has(field) && !isRussian);
	expect(missing.map(({ place }) => place)).toEqual(["dna-movement.description"]);
	expect(assets.every(({ fields }) => fields.title?.["en-US"] && fields.title.ru)).toBe(true);
});

test("nothing leads to what is missing, and nothing is unused but the ten pages", () => {
	const known = [...entries, ...assets].map(({ sys }) => `${sys.type} ${sys.id}`);
	const pages = entries.filter(({ sys }) => sys.contentType?.sys.id === sys.id).map(({ sys }) => `Entry ${sys.id}`);
	const used = linksIn(entries.map(({ fields }) => fields)).map(({ sys }) => `${sys.linkType} ${sys.id}`);
	expect(used.filter((id) => !known.includes(id))).toEqual([]);
	expect(pages.length).toBe(10);
	expect(known.filter((id) => !used.includes(id) && !pages.includes(id))).toEqual([]);
});

test("the space tells the truth about its pictures", async () => {
	for (const { fields } of assets) {
		const { fileName, contentType, details } = fields.file?.["en-US"] ?? {};
		const path = new URL(`pictures/${fileName}`, import.meta.url);
		const { size } = await stat(path);
		const { width, height, format } = await sharp(await readFile(path)).metadata();
		expect({ fileName, size, image: { width, height } }).toEqual({ fileName, ...details });
		expect(contentType).toBe(format === "svg" ? "image/svg+xml" : "image/jpeg");
	}
});

test("texts are set with care in both languages", () => {
	for (const { fields } of [...entries, ...assets]) {
		for (const [field, values] of Object.entries(fields)) {
			if (field === "file") continue;
			for (const text of textsIn(values.ru)) {
				expect(text).not.toMatch(/["“”„]| - | – |[^\u00a0]—|(?<=[\s(«])(в|к|с|о|у|и|а|на|по|за|из|от|до|не|но) /i);
			}
			for (const text of textsIn(values["en-US"])) expect(text).not.toMatch(/["']| - |—/);
		}
	}
});
