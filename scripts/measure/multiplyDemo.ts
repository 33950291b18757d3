import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { ExportItem, Link, SpaceExport } from "../../demo/contentfulService.ts";
import { type PaymentLink, type Price, type Product, paymentLinks, prices, products } from "../../demo/prices.ts";

/** What the demo's services are started with. */
export type Demo = { space: SpaceExport; products: Product[]; prices: Price[]; paymentLinks: PaymentLink[] };

const isLink = (value: unknown): value is Link => (value as Link | undefined)?.sys?.type === "Link";

/**
 * The demo with so many times as many entries in each list, and products and prices for those that are sold. Copies say
 * the same words in another order: each as long as what an editor wrote, and none that compresses to nothing.
 */
export function multiplyDemo(space: SpaceExport, times: number): Demo {
	const entries = new Map(space.entries.map((entry) => [entry.sys.id, entry]));
	const copies: ExportItem[] = [];
	const sold = new Map<string, number[]>();
	const copy = (entry: ExportItem, number: number): Link => {
		const id = `${entry.sys.id}-${number}`;
		const shuffle = shuffler(copies.length);
		const fields = Object.entries(entry.fields).map(([name, values]) => {
			if (name !== "stripeProductId") return [name, mapTexts(values, shuffle)] as const;
			return [
				name,
				Object.fromEntries(Object.entries(values).map(([locale, id]) => [locale, `${id}${number}`])),
			] as const;
		});
		const product = Object.values(entry.fields.stripeProductId ?? {})[0];
		if (product) sold.set(product, [...(sold.get(product) ?? []), number]);
		copies.push({ ...entry, sys: { ...entry.sys, id }, fields: Object.fromEntries(fields) });
		return { sys: { type: "Link", linkType: "Entry", id } };
	};
	const numbers = Array.from({ length: times - 1 }, (_, index) => index + 2);
	const multiply = (value: unknown): unknown => {
		if (!Array.isArray(value)) return value;
		const listed = value.flatMap((link) => (isLink(link) ? (entries.get(link.sys.id) ?? []) : []));
		return [...value, ...numbers.flatMap((number) => listed.map((entry) => copy(entry, number)))];
	};
	const multiplied = space.entries.map((entry) => {
		const fields = Object.entries(entry.fields).map(([name, values]) => {
			const perLocale = Object.entries(values).map(([locale, value]) => [locale, multiply(value)]);
			return [name, Object.fromEntries(perLocale)];
		});
		return { ...entry, fields: Object.fromEntries(fields) };
	});
	const numbersOf = (product: string) => sold.get(product) ?? [];
	return {
		space: { ...space, entries: [...multiplied, ...copies] },
		products: products.flatMap((product) => [
			product,
			...numbersOf(product.id).map((number) => ({ ...product, id: `${product.id}${number}` })),
		]),
		prices: prices.flatMap((price) => [
			price,
			...numbersOf(price.product).map((number) => ({
				...price,
				id: `${price.id}x${number}`,
				product: `${price.product}${number}`,
			})),
		]),
		paymentLinks,
	};
}

/** Texts for people are the ones with a space in them. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
	if (typeof value === "string") return (value.includes(" ") ? change(value) : value) as Value;
	if (Array.isArray(value)) return value.map((part) => mapTexts(part, change)) as Value;
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, change)])) as Value;
}

/** Puts words into another order, the same for the same seed (https://en.wikipedia.org/wiki/Linear_congruential_generator). */
function shuffler(seed: number): (text: string) => string {
	let state = seed + 1;
	const draw = (below: number) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
	return (text) => {
		const words = text.split(" ");
		for (let last = words.length - 1; last > 0; last--) {
			const other = draw(last + 1);
			[words[last], words[other]] = [words[other] ?? "", words[last] ?? ""];
		}
		return words.join(" ");
	};
}

/** The demo with so many certificates, each a picture of its own, drawn into a folder where the demo's own pictures are, too. */
export async function addPictures(demo: Demo, count: number, folder: string): Promise<Demo> {
	const [width, height] = [800, 600];
	const { space } = demo;
	const certificates = space.entries.find(({ sys }) => sys.id === "about")?.fields.certificates;
	const model = space.assets.find(({ fields }) => fields.file?.["en-US"]?.contentType === "image/jpeg");
	if (!certificates || !model) throw new Error("The demo has no certificates or no picture.");
	await mkdir(folder, { recursive: true });
	const assets: ExportItem[] = [];
	for (let number = 1; number <= count; number++) {
		const fileName = `drawn-${number}.jpg`;
		const hue = (number * 137) % 360;
		const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 40% 70%)"/><circle cx="${(number * 61) % width}" cy="${(number * 89) % height}" r="150" fill="hsl(${(hue + 90) % 360} 50% 40%)"/></svg>`;
		await writeFile(join(folder, fileName), await sharp(Buffer.from(drawing)).jpeg().toBuffer());
		const title = { "en-US": `Picture ${number}`, ru: `Картинка ${number}` };
		const file = { ...model.fields.file?.["en-US"], fileName, details: { size: 1, image: { width, height } } };
		assets.push({ ...model, sys: { ...model.sys, id: `drawn-${number}` }, fields: { title, file: { "en-US": file } } });
	}
	const links = assets.map(({ sys }) => ({ sys: { type: "Link", linkType: "Asset", id: sys.id } }));
	const entries = space.entries.map((entry) =>
		entry.sys.id === "about" ? { ...entry, fields: { ...entry.fields, certificates: { "en-US": links } } } : entry,
	);
	return { ...demo, space: { ...space, entries, assets: [...space.assets, ...assets] } };
}
