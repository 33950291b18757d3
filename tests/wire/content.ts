import type { ContentType } from "../../content/fields.ts";
import {
	type ListEntryName,
	listEntries,
	type PageEntryName,
	pageEntries,
	pageEntryNames,
} from "../../content/model.ts";
import type { ExportItem, SpaceExport } from "../../demo/contentfulService.ts";
import type { DemoLineItem, DemoPaymentLink, DemoPrice, DemoProduct, DemoRecurring } from "../../demo/prices.ts";

/** Some ids as Contentful makes them: they may begin with a digit, and do not say what they identify. */
const oddIds: Partial<Record<PageEntryName, string>> = {
	appShell: "1ShellOdd",
	navigation: "2NavOdd",
	home: "5KsDBWseXY6QegucYAoacS",
	newsletter: "4NewsOdd",
	about: "5AboutOdd",
	approach: "6ApproachOdd",
	functionalTests: "7TestsOdd",
	consultations: "8ConsOdd",
	packages: "9PackOdd",
	programmes: "10ProgOdd",
};

/** Ids of the entries that exist once, by their name in the content model. */
export const ids = Object.fromEntries(pageEntryNames.map((name) => [name, oddIds[name] ?? `${name}Odd`])) as Record<
	PageEntryName,
	string
>;

/** A value in both languages. */
export const both = (value: unknown) => ({ "en-US": value, ru: value });
/** A text in both languages, told apart. */
export const text = (value: string) => ({ "en-US": value, ru: `${value} (ru)` });
/** A value without a language of its own. */
export const plain = (value: unknown) => ({ "en-US": value });
export const entryLink = (id: string) => ({ sys: { type: "Link", linkType: "Entry", id } });
export const assetLink = (id: string) => ({ sys: { type: "Link", linkType: "Asset", id } });

type Node = { nodeType: string; data: Record<string, unknown>; content?: Node[]; value?: string; marks?: unknown[] };
export const textNode = (value: string): Node => ({ nodeType: "text", value, marks: [], data: {} });
export const node = (nodeType: string, content: Node[] = [], data: Record<string, unknown> = {}): Node => ({
	nodeType,
	data,
	content,
});
/** Rich Text of one paragraph. */
export const paragraph = (...content: Node[]) => node("document", [node("paragraph", content)]);

type Values = Record<string, unknown>;

/** A whole space and price list, as small as can be, for a test to change. */
export class TestContent {
	readonly space: SpaceExport = {
		contentTypes: [],
		locales: [
			{ code: "en-US", name: "English", default: true, fallbackCode: null },
			{ code: "ru", name: "Russian", default: false, fallbackCode: null },
		],
		entries: [],
		assets: [],
	};
	readonly products: DemoProduct[] = [];
	readonly prices: DemoPrice[] = [];
	/** Payment links that charge something else than the price shown, or that no entry has. */
	readonly links: DemoPaymentLink[] = [];
	/** Payment links that are not of the Stripe account. */
	readonly foreignLinks = new Set<string>();

	/** Adds an entry; fields by locale. */
	add(id: string, fields: Record<string, Values>): void {
		this.space.entries.push({ sys: publishedSys(id, "Entry"), fields });
	}

	addAsset(id: string, fileName = "dot.png"): void {
		const file = plain({ fileName, contentType: "image/png", details: { size: 4 } });
		this.space.assets.push({ sys: publishedSys(id, "Asset"), fields: { title: text(`Title of ${id}`), file } });
	}

	/** Adds a product with one price; the older ones come last in Stripe's list. */
	sell(product: string, amount: number | null, { currency = "gbp", created = 1_700_000_000 } = {}): void {
		const id = `price_${product}_${this.prices.length}`;
		const active = true;
		const known = { object: "product", active, default_price: id, name: product, updated: created } as const;
		if (!this.products.some(({ id }) => id === product)) this.products.push({ id: product, ...known });
		const once = { livemode: true, recurring: null, type: "one_time" as const };
		this.prices.push({ ...once, id, object: "price", active, created, currency, product, unit_amount: amount });
	}

	/** Makes a payment link charge something of its own. */
	charge(url: string, items: Charge[], more: Partial<DemoPaymentLink> = {}): void {
		this.links.push({ ...paymentLink(url, items), ...more });
	}

	/** The payment links of the account: those of its own, and for all others that entries have one that charges the first price of what they sell. */
	listLinks(): DemoPaymentLink[] {
		const links = new Map(this.links.map((link) => [link.url, link]));
		for (const { fields } of this.space.entries) {
			const [product] = Object.values(fields.stripeProductId ?? {});
			const price = this.prices.find((price) => price.active && price.product === product);
			for (const [name, values] of price ? Object.entries(fields) : []) {
				if (!price || !name.endsWith("PaymentLink")) continue;
				const shown = { amount: price.unit_amount ?? 0, currency: price.currency };
				const charge = name.includes("Monthly") ? { ...shown, amount: 1, recurring: month } : shown;
				for (const { host, pathname } of Object.values(values).flatMap((value) => URL.parse(String(value)) ?? [])) {
					const url = `https://${host}${pathname}`;
					if (!links.has(url) && !this.foreignLinks.has(url)) links.set(url, paymentLink(url, [charge]));
				}
			}
		}
		return [...links.values()];
	}

	/** The entry or asset with an id, or an entry that exists once, by its name. */
	item(id: string): ExportItem {
		const real = ids[id as PageEntryName] ?? id;
		const found = [...this.space.entries, ...this.space.assets].find(({ sys }) => sys.id === real);
		if (!found) throw new Error(`The test's content has no "${id}".`);
		return found;
	}

	set(id: string, field: string, values: Values): void {
		this.item(id).fields[field] = values;
	}

	/** Gives a title that is seen in the head, at the top and at the foot of each page. */
	setTitle(title: string): void {
		this.set("home", "heroTitle", text(title));
		this.set("newsletter", "title", text(title));
		this.set("navigation", "home", text(title));
	}

	unset(id: string, field: string): void {
		delete this.item(id).fields[field];
	}

	/** Records that an entry or asset was saved now, as Contentful does for each change. */
	touch(id: string): void {
		this.item(id).sys.updatedAt = new Date().toISOString();
	}

	/** Deletes an entry or asset. Links to it stay, as in Contentful. */
	delete(id: string): void {
		const item = this.item(id);
		const { entries, assets } = this.space;
		for (const items of [entries, assets]) if (items.includes(item)) items.splice(items.indexOf(item), 1);
	}

	/** Makes an entry or asset a draft: links lead to it still, the API does not give it. */
	unpublish(id: string): void {
		delete this.item(id).sys.publishedVersion;
	}
}

type Charge = { amount: number; currency?: string; recurring?: DemoRecurring | undefined; custom?: boolean };

export const month: DemoRecurring = { interval: "month", interval_count: 1 };

function paymentLink(url: string, items: Charge[]): DemoPaymentLink {
	const line_items = items.map(({ amount, currency = "gbp", recurring, custom }): DemoLineItem => {
		const price = { id: "price", recurring: recurring ?? null, custom_unit_amount: custom ? {} : null };
		return { object: "item", amount_total: amount, currency, quantity: 1, price };
	});
	const id = `plink_${new URL(url).pathname}`;
	return { id, object: "payment_link", active: true, livemode: true, url, line_items };
}

function publishedSys(id: string, type: "Entry" | "Asset"): ExportItem["sys"] {
	return { id, type, updatedAt: "2026-01-02T03:04:05.000Z", publishedVersion: 1 };
}

const lists = Object.entries<ContentType>(pageEntries).flatMap(([page, { fields }]) =>
	Object.entries(fields).flatMap(([field, { of }]) => (of ? [[of, [page, field]] as const] : [])),
);
/** The id of the one entry of each kind in `wholeContent`. */
export const listIds = Object.fromEntries(lists.map(([name]) => [name, `${name}-1`])) as Record<ListEntryName, string>;

const logo = plain(assetLink("logo-1"));
/** What `wholeContent` has besides a text in each field that is required: also what a UK site is reminded of. */
const ownFields: Record<string, Record<string, Values>> = {
	appShell: {
		contactEmail: plain("clinic@example.org"),
		legalName: plain("Clinic Ltd"),
		postalAddress: plain("1 Pier Road\nWhitby"),
		buyButton: text("Buy, tax included"),
	},
	newsletter: { privacyPolicyUrl: plain("https://privacy.example/") },
	navigation: { logo },
	home: { heroTitle: text("Hero") },
	approach: { approach: text("Our approach") },
	review: { name: text("Ann") },
	commitment: { label: text("We listen") },
	socialLink: { url: plain("https://social.example/us"), logo },
	dnaTest: { brandName: plain("Helix"), url: plain("https://dna.example/"), price: plain(199) },
	consultation: { stripeProductId: plain("prod_visit"), stripePaymentLink: plain("https://buy.stripe.com/visit") },
	package: { stripeProductId: plain("prod_months"), stripeOneTimePaymentLink: plain("https://buy.stripe.com/months") },
	programme: { stripeProductId: plain("prod_sleep"), stripeOneTimePaymentLink: plain("https://buy.stripe.com/sleep") },
};

/** All that is required or sold, one entry in each list, one picture: a pull of it has nothing to report. */
export function wholeContent(): TestContent {
	const content = new TestContent();
	content.addAsset("logo-1");
	for (const [name, { fields }] of Object.entries<ContentType>({ ...pageEntries, ...listEntries })) {
		const required = Object.entries(fields).filter(([, field]) => field.required);
		const texts = Object.fromEntries(required.map(([field]) => [field, text(`${name}: ${field}`)]));
		content.add({ ...ids, ...listIds }[name] ?? name, { ...texts, ...ownFields[name] });
	}
	for (const [name, [page, field]] of lists) content.set(page, field, plain([entryLink(`${name}-1`)]));
	content.sell("prod_visit", 6500);
	content.sell("prod_months", 49500);
	content.sell("prod_sleep", 18000);
	return content;
}
