import type { ExportItem } from "../../demo/contentfulService.ts";
import { paymentLinks, prices, products } from "../../demo/prices.ts";
import { readDemoSpace } from "../../demo/startDemo.ts";

/** Lists that grow: the entry of a page, and its field. */
const grownLists = [
	["appShell", "pages"],
	["home", "reviews"],
	["about", "certificates"],
	["functionalTests", "faqOptions"],
	["functionalTests", "dnaTests"],
	["consultations", "consultations"],
	["packages", "packages"],
	["programmes", "programmes"],
];

/** Maximum number of further pages. */
const maxPages = 200;

type Link = { sys: { type: string; linkType: string; id: string } };

/**
 * Returns the demo's content with copies of the entries of each list, and of their prices. A copy has other words of the
 * demo, so that it compresses like another text. It shows the same pictures.
 * @param factor number of entries for each entry of the demo
 */
export async function growDemo(factor: number) {
	const space = await readDemoSpace();
	const numbers = Array.from({ length: factor }, (_, index) => index + 1);
	const items: ExportItem[] = [...space.entries, ...space.assets];
	const byId = new Map(items.map((item) => [item.sys.id, item]));
	const words = listWords(items);
	for (const [page = "", field = ""] of grownLists) {
		const links = byId.get(page)?.fields[field]?.["en-US"] as Link[];
		const originals = links.flatMap(({ sys }) => byId.get(sys.id) ?? []);
		const copies = numbers
			.slice(1)
			.flatMap((number) => originals.map((original) => copyItem(original, number, words)));
		const maxCopies = field === "pages" ? maxPages - links.length : Infinity;
		for (const copy of copies.slice(0, maxCopies)) {
			const { id, type } = copy.sys;
			const collection: ExportItem[] = type === "Asset" ? space.assets : space.entries;
			collection.push(copy);
			links.push({ sys: { type: "Link", linkType: type, id } });
		}
	}
	return { space, sales: growSales(numbers) };
}

/** Returns the demo's products, prices and payment links, and copies of them. */
function growSales(numbers: number[]) {
	const copyId = (id: string, number: number) => (number > 1 ? `${id}-${number}` : id);
	const grownLinks = numbers.flatMap((number) =>
		paymentLinks.map((link) => ({
			...link,
			id: copyId(link.id, number),
			url: copyId(link.url, number),
			line_items: link.line_items.map((line) => ({
				...line,
				price: { ...line.price, product: copyId(line.price.product ?? "", number) },
			})),
		})),
	);
	return {
		products: numbers.flatMap((number) =>
			products.map((product) => ({
				...product,
				id: copyId(product.id, number),
				default_price: product.default_price && copyId(product.default_price, number),
			})),
		),
		prices: numbers.flatMap((number) =>
			prices.map((price) => ({
				...price,
				id: copyId(price.id, number),
				product: copyId(price.product, number),
			})),
		),
		listLinks: () => grownLinks,
	};
}

/** Fields of a copy that refer to something else than those of its original, and get its number. */
const numberedFields = /^(slug|stripe\w+)$/;

/** Fields that only a few entries of a list should have. */
const omittedFields = ["beginHere", "showInFooter"];

/** Properties with texts: of nodes of Rich Text, and of the values of a field, which have the code of their locale. */
const textProperties = ["value", "en-US", "ru"];

function copyItem({ sys, fields }: ExportItem, number: number, words: Vocabulary): ExportItem {
	const random = createRandom(number);
	const copied = Object.entries(fields).filter(([name]) => !omittedFields.includes(name));
	const changed = copied.map(([name, values]) => {
		const copies = Object.entries(values).map(([locale, value]) => {
			if (numberedFields.test(name)) return [locale, `${value}-${number}`];
			if (name === "file") return [locale, value];
			const draw = () => words[locale]?.[Math.floor(random() * words[locale].length)] ?? "";
			return [locale, replaceTexts(value, locale, (text) => text.replace(/\S+/g, draw))];
		});
		return [name, Object.fromEntries(copies)];
	});
	return { sys: { ...sys, id: `${sys.id}-${number}` }, fields: Object.fromEntries(changed) };
}

/** Replaces each text of several words, at any depth of a value. */
function replaceTexts(value: unknown, name: string, replace: (text: string) => string): unknown {
	if (typeof value === "string") {
		const isText = textProperties.includes(name) && value.includes(" ");
		return isText ? replace(value) : value;
	}
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map((part) => replaceTexts(part, "", replace));
	const parts = Object.entries(value).map(([key, part]) => [key, replaceTexts(part, key, replace)]);
	return Object.fromEntries(parts);
}

/** All words of the demo's texts, as often as they occur, by locale. */
type Vocabulary = Record<string, string[]>;

function listWords(items: ExportItem[]): Vocabulary {
	const words: Vocabulary = { "en-US": [], ru: [] };
	for (const { fields } of items) {
		for (const values of Object.values(fields)) {
			for (const [locale, value] of Object.entries(values)) {
				replaceTexts(value, locale, (text) => {
					words[locale]?.push(...text.split(/\s+/));
					return text;
				});
			}
		}
	}
	return words;
}

/** Creates a generator of numbers from 0 to 1 that are the same in each run. */
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		// https://en.wikipedia.org/wiki/Linear_congruential_generator
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}
