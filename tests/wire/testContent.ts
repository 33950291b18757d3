import mime from "mime";
import { entryLists } from "../../content/entryLists.ts";
import type { ContentType } from "../../content/fields.ts";
import {
	itemTypes,
	type ListEntryName,
	type PageEntryName,
	pageEntries,
	pageEntryNames,
} from "../../content/model.ts";
import type { ExportItem, SpaceExport } from "../../demo/contentfulService.ts";
import type {
	DemoLineItem,
	DemoPaymentLink,
	DemoPrice,
	DemoProduct,
	DemoRecurring,
} from "../../demo/prices.ts";

/** Ids by the entry's name. They differ from the names, so that code which confuses id and name fails a test. */
export const ids = Object.fromEntries(pageEntryNames.map((name) => [name, `${name}Odd`])) as Record<
	PageEntryName,
	string
>;

/** Returns the same value in both locales, for a localised field. */
export const both = (value: unknown) => ({ "en-US": value, ru: value });
/** Returns the values of a localised text field. The Russian text ends with " (ru)". */
export const text = (value: string) => ({ "en-US": value, ru: `${value} (ru)` });
/** Returns the values of a field that is not localised. Contentful stores its value under the default locale. */
export const plain = <Value>(value: Value) => ({ "en-US": value });
/** Returns the values of a localised payment link. The Russian URL ends with `-ru`. */
export const linkPair = (url: string) => ({ "en-US": url, ru: `${url}-ru` });
export const entryLink = (id: string) => ({ sys: { type: "Link", linkType: "Entry", id } });
export const assetLink = (id: string) => ({ sys: { type: "Link", linkType: "Asset", id } });

type Node = {
	nodeType: string;
	data: Record<string, unknown>;
	content?: Node[];
	value?: string;
	marks?: unknown[];
};
export const textNode = (value: string): Node => ({ nodeType: "text", value, marks: [], data: {} });
export const node = (
	nodeType: string,
	content: Node[] = [],
	data: Record<string, unknown> = {},
): Node => ({
	nodeType,
	data,
	content,
});
/** Returns a Rich Text document with one paragraph. */
export const paragraph = (...content: Node[]) => node("document", [node("paragraph", content)]);

type Values = Record<string, unknown>;

/** Content of a Contentful space and a Stripe account. Tests change the content. */
export class TestContent {
	readonly space: SpaceExport = {
		locales: [
			{ code: "en-US", name: "English", default: true, fallbackCode: null },
			{ code: "ru", name: "Russian", default: false, fallbackCode: null },
		],
		entries: [],
		assets: [],
	};
	readonly products: DemoProduct[] = [];
	readonly prices: DemoPrice[] = [];
	readonly links: DemoPaymentLink[] = [];
	/** URLs of payment links that do not exist in the Stripe account. */
	readonly foreignLinks = new Set<string>();

	/** Adds a published entry. `fields` contains the values by field and locale. */
	add(id: string, fields: Record<string, Values>): void {
		this.space.entries.push({ sys: publishedSys(id, "Entry"), fields });
	}

	addAsset(id: string, fileName = "dot.png"): void {
		const file = plain({
			fileName,
			contentType: mime.getType(fileName) ?? "",
			details: { size: 4 },
		});
		this.space.assets.push({
			sys: publishedSys(id, "Asset"),
			fields: { title: text(`Title of ${id}`), file },
		});
	}

	sell(
		product: string,
		amount: number | null,
		{ currency = "gbp", created = 1_700_000_000 } = {},
	): void {
		const id = `price_${product}_${this.prices.length}`;
		const known = { active: true, name: product, updated: created, default_price: id };
		if (!this.products.some(({ id }) => id === product))
			this.products.push({ id: product, object: "product", ...known });
		this.prices.push({
			id,
			object: "price",
			active: true,
			livemode: true,
			recurring: null,
			type: "one_time",
			created,
			currency,
			product,
			unit_amount: amount,
		});
	}

	/** Sets the items that a payment link charges. */
	charge(url: string, items: Charge[], more: Partial<DemoPaymentLink> = {}): void {
		this.links.push({ ...paymentLink(url, items), ...more });
	}

	listLinks(): DemoPaymentLink[] {
		const links = new Map(this.links.map((link) => [link.url, link]));
		for (const entry of this.space.entries) {
			for (const { url, charge } of this.listCharges(entry)) {
				if (!links.has(url) && !this.foreignLinks.has(url))
					links.set(url, paymentLink(url, [charge]));
			}
		}
		return [...links.values()];
	}

	private listCharges({ fields }: ExportItem): { url: string; charge: Charge }[] {
		const [product] = Object.values(fields.stripeProductId ?? {});
		const price = this.prices.find((price) => price.active && price.product === product);
		if (!price) return [];
		const oneTime: Charge = { amount: price.unit_amount ?? 0, currency: price.currency };
		const monthly: Charge = { ...oneTime, amount: 1, recurring: month };
		const linkFields = Object.entries(fields).filter(([name]) => name.endsWith("PaymentLink"));
		return linkFields.flatMap(([name, values]) => {
			const charge = name.includes("Monthly") ? monthly : oneTime;
			const urls = Object.values(values).flatMap((value) => URL.parse(String(value)) ?? []);
			return urls.map(({ host, pathname }) => ({ url: `https://${host}${pathname}`, charge }));
		});
	}

	item(id: string): ExportItem {
		const itemId = ids[id as PageEntryName] ?? id;
		const found = [...this.space.entries, ...this.space.assets].find(
			({ sys }) => sys.id === itemId,
		);
		if (!found) throw new Error(`The test's content has no "${id}".`);
		return found;
	}

	set(id: string, field: string, values: Values): void {
		this.item(id).fields[field] = values;
	}

	/** Sets the title that each page shows in its head, its header and its footer. */
	setTitle(title: string): void {
		this.set("home", "heroTitle", text(title));
		this.set("newsletter", "title", text(title));
		this.set("navigation", "home", text(title));
	}

	unset(id: string, field: string): void {
		delete this.item(id).fields[field];
	}

	/** Sets the time of an item's last change to now, as Contentful does whenever an item is saved. */
	touch(id: string): void {
		this.item(id).sys.updatedAt = new Date().toISOString();
	}

	/** Deletes an entry or asset. Links to it remain, as in Contentful. */
	delete(id: string): void {
		const item = this.item(id);
		const { entries, assets } = this.space;
		for (const items of [entries, assets])
			if (items.includes(item)) items.splice(items.indexOf(item), 1);
	}

	/** Makes an entry or asset a draft. The Delivery API no longer returns it, but links to it remain. */
	unpublish(id: string): void {
		delete this.item(id).sys.publishedVersion;
	}
}

type Charge = {
	amount: number;
	currency?: string;
	/** Id of the product that is sold. Undefined when the test does not depend on it. */
	product?: string;
	recurring?: DemoRecurring | undefined;
	custom?: boolean;
};

export const month: DemoRecurring = { interval: "month", interval_count: 1 };

function paymentLink(url: string, items: Charge[]): DemoPaymentLink {
	const line_items = items.map(
		({ amount, currency = "gbp", product, recurring, custom }): DemoLineItem => {
			const price = {
				id: "price",
				product,
				recurring: recurring ?? null,
				custom_unit_amount: custom ? {} : null,
			};
			return { object: "item", amount_total: amount, currency, quantity: 1, price };
		},
	);
	const id = `plink_${new URL(url).pathname}`;
	return { id, object: "payment_link", active: true, livemode: true, url, line_items };
}

function publishedSys(id: string, type: "Entry" | "Asset"): ExportItem["sys"] {
	return { id, type, updatedAt: "2026-01-02T03:04:05.000Z", publishedVersion: 1, revision: 1 };
}

export const listIds = Object.fromEntries(
	entryLists.map(({ itemType }) => [itemType, `${itemType}-1`]),
) as Record<ListEntryName, string>;

const logo = plain(assetLink("logo-1"));
const ownFields: Record<string, Record<string, Values>> = {
	appShell: {
		contactEmail: plain("clinic@example.org"),
		legalName: plain("Clinic Ltd"),
		postalAddress: plain("1 Pier Road\nWhitby"),
	},
	newsletter: { privacyPolicyUrl: plain("https://privacy.example/") },
	navigation: { logo },
	home: { heroTitle: text("Hero") },
	approach: { approach: text("Our approach") },
	review: { name: text("Ann") },
	commitment: { label: text("We listen") },
	socialLink: { url: plain("https://social.example/us"), logo },
	dnaTest: { brandName: plain("Helix"), url: plain("https://dna.example/"), price: plain(199) },
	consultation: {
		stripeProductId: plain("prod_visit"),
		stripePaymentLink: linkPair("https://buy.stripe.com/visit"),
	},
	package: {
		stripeProductId: plain("prod_months"),
		stripeOneTimePaymentLink: linkPair("https://buy.stripe.com/months"),
	},
	programme: {
		stripeProductId: plain("prod_sleep"),
		stripeOneTimePaymentLink: linkPair("https://buy.stripe.com/sleep"),
	},
};

/** Returns a product id and a payment link, if the content type has fields for them. Otherwise returns no values. */
function sellingFields(name: string, fields: ContentType["fields"]): Record<string, Values> {
	if (!("stripeProductId" in fields)) return {};
	const [linkField] = Object.keys(fields).filter((field) => fields[field]?.kind === "paymentLink");
	const product = { stripeProductId: plain(`prod_${name}`) };
	if (linkField === undefined) return product;
	return { ...product, [linkField]: linkPair(`https://buy.stripe.com/${name}`) };
}

/** Prices of products in `createCompleteContent`, in pence. All other products cost `defaultAmount`. */
const amounts: Record<string, number> = { prod_months: 49500, prod_sleep: 18000 };
const defaultAmount = 6500;

/**
 * Creates content with all required fields, one entry in each list, prices and one picture. A pull of this content
 * gives an empty report.
 */
export function createCompleteContent(): TestContent {
	const content = new TestContent();
	content.addAsset("logo-1");
	for (const [name, { fields }] of Object.entries<ContentType>({ ...pageEntries, ...itemTypes })) {
		const required = Object.entries(fields).filter(([, field]) => field.required);
		const texts = Object.fromEntries(required.map(([field]) => [field, text(`${name}: ${field}`)]));
		const values = { ...texts, ...sellingFields(name, fields), ...ownFields[name] };
		content.add({ ...ids, ...listIds }[name] ?? name, values);
		const product = values.stripeProductId?.["en-US"];
		if (product !== undefined)
			content.sell(String(product), amounts[String(product)] ?? defaultAmount);
	}
	for (const { itemType, page, field } of entryLists)
		content.set(page, field, plain([entryLink(listIds[itemType])]));
	return content;
}
