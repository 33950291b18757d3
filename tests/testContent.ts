import mime from "mime";
import { entryLists, pricedLists } from "../content/entryLists.ts";
import type { ContentType } from "../content/fields.ts";
import {
	itemTypes,
	type ListEntryName,
	type PageEntryName,
	pageEntries,
	pageEntryNames,
} from "../content/model.ts";
import type { ExportItem, SpaceExport } from "../demo/contentfulService.ts";
import type { DemoPaymentLink, DemoPrice, DemoProduct, DemoRecurring } from "../demo/prices.ts";

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

type Node = { nodeType: string; data: object; content?: Node[]; value?: string; marks?: object[] };

/** Returns a text of Rich Text, with the format ("marks" in Contentful). */
export const textNode = (value: string, ...marks: string[]): Node => {
	return { nodeType: "text", value, marks: marks.map((type) => ({ type })), data: {} };
};

/** Returns a node of Rich Text. A string in `content` is a text without format. */
export function node(nodeType: string, content: (Node | string)[] = [], data: object = {}): Node {
	const nodes = content.map((part) => (typeof part === "string" ? textNode(part) : part));
	return { nodeType, data, content: nodes };
}

/** Returns a Rich Text document with one paragraph. */
export const paragraph = (...content: (Node | string)[]) =>
	node("document", [node("paragraph", content)]);

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
	/** Payment links by URL, from oldest to newest. */
	readonly links = new Map<string, DemoPaymentLink>();

	/** Adds a published entry. `fields` contains the values by field and locale. */
	add(id: string, fields: Record<string, Values>): void {
		this.space.entries.push({ sys: publishedSys(id, "Entry"), fields });
	}

	addAsset(id: string, fileName = "dot.png"): void {
		const contentType = mime.getType(fileName) ?? "";
		const file = plain({ fileName, contentType, details: { size: 4 } });
		const fields = { title: text(`Title of ${id}`), file };
		this.space.assets.push({ sys: publishedSys(id, "Asset"), fields });
	}

	/** Adds a one-time price in pence. The first price of a product is its default price. */
	sell(product: string, amount: number, more: object = {}): void {
		const id = `price_${product}_${this.prices.length}`;
		const created = 1_700_000_000;
		if (!this.products.some(({ id }) => id === product)) {
			const facts = { active: true, name: product, updated: created, default_price: id };
			this.products.push({ id: product, object: "product", ...facts });
		}
		this.prices.push({
			id,
			object: "price",
			active: true,
			livemode: true,
			recurring: null,
			type: "one_time",
			created,
			currency: "gbp",
			product,
			unit_amount: amount,
			...more,
		});
	}

	/** Sets the items that a payment link charges. */
	charge(url: string, items: Charge[], more: Partial<DemoPaymentLink> = {}): void {
		const line_items = items.map(
			({ amount, currency = "gbp", product, recurring, custom, tax, quantity, minimum }) => ({
				object: "item" as const,
				adjustable_quantity: minimum ? { enabled: true, minimum, maximum: 99 } : null,
				amount_total: amount,
				currency,
				quantity: quantity ?? 1,
				price: {
					id: "price",
					product,
					recurring: recurring ?? null,
					custom_unit_amount: custom ? {} : null,
					tax_behavior: tax ?? "unspecified",
				},
			}),
		);
		this.links.set(url, {
			id: `plink_${url}`,
			object: "payment_link",
			active: true,
			automatic_tax: { enabled: false, liability: null },
			livemode: true,
			line_items,
			shipping_options: [],
			url,
			...more,
		});
	}

	listLinks(): DemoPaymentLink[] {
		return [...this.links.values()].reverse();
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

	/** Deletes an entry or asset. Links to it remain, as in Contentful. */
	delete(id: string): void {
		const item = this.item(id);
		const items = item.sys.type === "Entry" ? this.space.entries : this.space.assets;
		items.splice(items.indexOf(item), 1);
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
	recurring?: DemoRecurring;
	custom?: boolean;
	tax?: "exclusive" | "inclusive";
	quantity?: number;
	/** Smallest quantity that the customer can choose. */
	minimum?: number;
};

export const month: DemoRecurring = { interval: "month", interval_count: 1 };

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
	about: { about: text("About us") },
	approach: { approach: text("Our approach") },
	commitment: { label: text("We listen") },
	socialLink: { url: plain("https://social.example/us"), logo },
	page: { slug: plain("extra") },
};

/** Amounts that tests expect, in pence, by the type of what is sold. Others have a default. */
const amounts: Partial<Record<ListEntryName, number>> = {
	consultation: 6500,
	package: 49500,
	programme: 18000,
};

export const soldProducts = pricedLists.map(({ itemType }) => `prod_${itemType}`);

/** Returns the values of an entry that is sold: its product, and its payment links for paying at once. */
function describeSale(name: string, fields: ContentType["fields"]): Record<string, Values> {
	const links = Object.entries(fields).filter(
		([, field]) => field.kind === "paymentLink" && !field.monthly,
	);
	const url = linkPair(`https://buy.stripe.com/${name}`);
	return {
		stripeProductId: plain(`prod_${name}`),
		...Object.fromEntries(links.map(([field]) => [field, url])),
	};
}

/**
 * Creates content with all required fields, one entry in each list, prices and one picture. A pull of this content
 * gives an empty report.
 */
export function createCompleteContent(): TestContent {
	const content = new TestContent();
	content.addAsset("logo-1");
	for (const [name, { fields }] of Object.entries<ContentType>({ ...pageEntries, ...itemTypes })) {
		const required = Object.keys(fields).filter((field) => fields[field]?.required);
		const texts = Object.fromEntries(required.map((field) => [field, text(`${name}: ${field}`)]));
		const sale = "stripeProductId" in fields ? describeSale(name, fields) : {};
		const id = { ...ids, ...listIds }[name] ?? name;
		content.add(id, { ...texts, ...sale, ...ownFields[name] });
	}
	for (const { itemType, page, field } of entryLists)
		content.set(page, field, plain([entryLink(listIds[itemType])]));
	for (const { itemType } of pricedLists) {
		const amount = amounts[itemType] ?? 10000;
		content.sell(`prod_${itemType}`, amount);
		const links = linkPair(`https://buy.stripe.com/${itemType}`);
		for (const url of Object.values(links)) content.charge(url, [{ amount }]);
	}
	return content;
}
