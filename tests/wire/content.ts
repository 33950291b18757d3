import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect, onTestFinished } from "vitest";
import {
	type ContentType,
	type ListEntryName,
	listEntries,
	type PageEntryName,
	pageEntries,
} from "../../content/model.ts";
import { type ExportItem, type SpaceExport, startContentful } from "../../demo/contentfulService.ts";
import type { Intercept } from "../../demo/loopbackService.ts";
import type { LineItem, PaymentLink, Price, Product, Recurring } from "../../demo/prices.ts";
import { startStripe } from "../../demo/stripeService.ts";
import { type Limits, pullLimits } from "../../scripts/pull/limits.ts";
import { type PullResult, pull } from "../../scripts/pull/pull.ts";
import { Report } from "../../scripts/pull/report.ts";
import { joinPrices } from "../../scripts/pull/stripe/joinPrices.ts";
import { faultsOf } from "../../scripts/shared/faults.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { readTree } from "../readTree.ts";

/** Nothing here is what the demo has: another space, other keys, other entry ids. */
export const spaceId = "q7wirespace";
export const token = "wire-delivery-token-5f1c";
export const previewToken = "wire-preview-token-83e0";
export const key = "rk_test_wire_9a77";
/** What signs the webhooks of the two services. */
export const contentfulSecret = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";
export const stripeSecret = "whsec_wire_5f1c";

/** The ids of the ten entries, as odd as Contentful makes them. */
export const ids: Record<PageEntryName, string> = {
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
export const node = (nodeType: string, content: Node[], data: Record<string, unknown> = {}): Node => ({
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
	readonly products: Product[] = [];
	readonly prices: Price[] = [];
	/** Payment links that charge something else than the price shown, or that no entry has. */
	readonly links: PaymentLink[] = [];
	/** Payment links that are not of the Stripe account. */
	readonly foreignLinks = new Set<string>();
	/** Whether the key may read payment links. */
	readsLinks = true;

	/** Adds an entry; fields by locale. */
	add(id: string, fields: Record<string, Values>): void {
		this.space.entries.push({ sys: publishedSys(id, "Entry"), fields });
	}

	addAsset(id: string, { fileName = "dot.png", contentType = "image/png", title = text(`Title of ${id}`) } = {}): void {
		const file = { fileName, contentType, details: { size: 4 } };
		this.space.assets.push({ sys: publishedSys(id, "Asset"), fields: { title, file: plain(file) } });
	}

	/** Adds a product with one price; the older ones come last in Stripe's list. */
	sell(product: string, amount: number | null, { currency = "gbp", created = 1_700_000_000 } = {}): void {
		const id = `price_${product}_${this.prices.length}`;
		const active = true;
		if (!this.products.some((known) => known.id === product)) {
			this.products.push({
				id: product,
				object: "product",
				active,
				default_price: id,
				name: product,
				updated: created,
			});
		}
		const once = { livemode: true, recurring: null, type: "one_time" as const };
		this.prices.push({ ...once, id, object: "price", active, created, currency, product, unit_amount: amount });
	}

	/** Makes a payment link charge something of its own. */
	charge(url: string, items: Charge[], more: Partial<PaymentLink> = {}): void {
		this.links.push({ ...paymentLink(url, items), ...more });
	}

	/** The payment links of the account: those of its own, and for all others that entries have one that charges what is shown. */
	listLinks(): PaymentLink[] {
		const links = new Map(this.links.map((link) => [link.url, link]));
		const report = new Report({ apiUrl: "https://cdn.contentful.com", spaceId, environment: "master" });
		const prices = this.prices
			.filter(({ active, type }) => active && type === "one_time")
			.map((price) => ({ ...price, product: this.products.find(({ id }) => id === price.product) ?? price.product }));
		for (const { sys, fields } of this.space.entries) {
			const item = { id: sys.id, stripeProductId: String(Object.values(fields.stripeProductId ?? {})[0]) };
			const [sold] = joinPrices([item], prices, { live: false, report });
			for (const [name, values] of sold ? Object.entries(fields) : []) {
				if (!sold || !name.endsWith("PaymentLink")) continue;
				const charge = name.includes("Monthly") ? { ...sold.price, amount: 1, recurring: month } : sold.price;
				for (const { host, pathname } of Object.values(values).flatMap((value) => URL.parse(String(value)) ?? [])) {
					const url = `https://${host}${pathname}`;
					if (!links.has(url) && !this.foreignLinks.has(url)) links.set(url, paymentLink(url, [charge]));
				}
			}
		}
		return [...links.values()];
	}

	/** The entry or asset with an id, or one of the ten by its name. */
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

	/** Makes an entry or asset a draft: links lead to it still, the API does not give it. */
	unpublish(id: string): void {
		delete this.item(id).sys.publishedVersion;
	}
}

type Charge = { amount: number; currency?: string; recurring?: Recurring | undefined; custom?: boolean };

export const month: Recurring = { interval: "month", interval_count: 1 };

function paymentLink(url: string, items: Charge[]): PaymentLink {
	const line_items = items.map(({ amount, currency = "gbp", recurring, custom }): LineItem => {
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
/** Where each kind of list entry is listed. */
export const listFields = Object.fromEntries(lists) as Record<ListEntryName, [page: PageEntryName, field: string]>;
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

/** Short enough for tests, long enough for a busy machine. */
export const shortLimits: Limits = {
	...pullLimits,
	request: 1000,
	deadline: 10_000,
	retries: 2,
	firstWait: 5,
	longestWait: 30,
	file: 1000,
};

export type WireOptions = {
	/** Misbehaviour of each service. */
	contentful?: Intercept | undefined;
	stripe?: Intercept | undefined;
	limits?: Partial<Limits> | undefined;
	/** Whether drafts are asked for. */
	preview?: boolean | undefined;
	/** Environment variables in place of those that fit the services. */
	environment?: Record<string, string | undefined> | undefined;
	/** Files that assets may have besides the usual ones, by name. */
	files?: Record<string, Buffer | string> | undefined;
	/** When the services end: after the test, unless told otherwise. */
	atEnd?: AtEnd | undefined;
};

/** Takes what is to be done in the end: `onTestFinished` or `afterAll`. */
export type AtEnd = (task: () => Promise<void>) => void;

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Starts both services, and writes down what they are asked. They give what the content holds at that moment. */
export async function startServices(
	content: TestContent,
	{ contentful, stripe, preview, environment, files, atEnd = onTestFinished }: WireOptions = {},
) {
	const pictures = await temporaryFolder({ atEnd });
	for (const [name, bytes] of Object.entries({ ...assetFiles, ...files })) {
		await writeFile(join(pictures, name), bytes);
	}
	const entries = await startContentful({
		get space() {
			return content.space;
		},
		spaceId,
		token,
		previewToken,
		pictures,
		intercept: contentful,
	});
	atEnd(() => entries.close());
	const list = await startStripe({
		get products() {
			return content.products;
		},
		get prices() {
			return content.prices;
		},
		get paymentLinks() {
			return content.readsLinks ? content.listLinks() : undefined;
		},
		key,
		intercept: stripe,
	});
	atEnd(() => list.close());
	const variables = {
		CONTENTFUL_SPACE_ID: spaceId,
		CONTENTFUL_DELIVERY_TOKEN: token,
		CONTENTFUL_API_URL: entries.url,
		CONTENTFUL_ENTRY_IDS: JSON.stringify(ids),
		STRIPE_API_KEY: key,
		STRIPE_API_URL: list.url,
		SITE_URL: "https://clinic.example",
		CONTENTFUL_PREVIEW_TOKEN: previewToken,
		CONTENTFUL_PREVIEW_URL: entries.url,
		...environment,
	};
	return { entries, list, variables, environment: parseEnvironment(variables, { preview }) };
}

/** The files that assets may have. */
const assetFiles: Record<string, Buffer | string> = {
	// Three pixels by two.
	"dot.png": Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWPogAEGOAsAX7QJkSwaNlgAAAAASUVORK5CYII=",
		"base64",
	),
	"broken.jpg": Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]),
	"page.pdf": "<!doctype html><p>Not found",
	"leaflet.pdf": "%PDF-1.7",
	"hostile.svg":
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>alert(1)</script><path onload="alert(2)" d="M0 0h40"/></svg>',
};

type FolderOptions = { parent?: string | undefined; atEnd?: AtEnd | undefined };

/** A folder for the rest of the test. Builds need one inside the project, which the bundler asks for. */
export async function temporaryFolder({
	parent = tmpdir(),
	atEnd = onTestFinished,
}: FolderOptions = {}): Promise<string> {
	await mkdir(parent, { recursive: true });
	const folder = await mkdtemp(join(parent, "wire-"));
	atEnd(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** Runs a task that tells of its progress and sees to it that no key or token is told, written or thrown. */
export async function withoutSecrets<T>(folder: string, task: (log: (line: string) => void) => Promise<T>): Promise<T> {
	const told: unknown[] = [];
	try {
		return await task((line) => told.push(line));
	} catch (error) {
		told.push(inspect(error, { depth: 20, showHidden: true }));
		throw error;
	} finally {
		told.push(...(await readTree(folder)).values());
		for (const secret of [token, previewToken, key]) expect(told.join("\n")).not.toContain(secret);
	}
}

/** Pulls a content with the real clients. Out: also its two snapshots and the rows of its report. */
export async function pullFrom(content: TestContent, options: WireOptions = {}) {
	const services = await startServices(content, options);
	const folder = await temporaryFolder();
	const log: string[] = [];
	const result = await withoutSecrets(folder, async (tell) =>
		pull(services.environment, folder, {
			cache: await temporaryFolder(),
			limits: { ...shortLimits, ...options.limits },
			log: (line) => {
				tell(line);
				log.push(line);
			},
		}),
	);
	const { "en-US": en, ru } = result.snapshots;
	return { ...result, en, ru, rows: rowsOf(result), services, log, folder };
}

/** What becomes of a whole content. */
export type Change = (content: TestContent) => unknown;

/** Changes a whole content and pulls it. */
export async function pullChanged(change: Change, options?: WireOptions) {
	const content = wholeContent();
	change(content);
	return pullFrom(content, options);
}

/** Changes a whole content and pulls it, which must stop the build. Out: its faults, ports left out. */
export async function faultsOfPull(change: Change, options?: WireOptions): Promise<string[]> {
	const error = await pullChanged(change, options).catch((reason: unknown) => reason);
	expect(error).toMatchObject({ name: "FaultsError" });
	return faultsOf(error).map((fault) => fault.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT"));
}

/** The rows of a report in a few words each. */
export function rowsOf({ report }: Pick<PullResult, "report">): string[] {
	return report.map(({ severity, entry, field, locale, problem, instead }) =>
		[severity, [entry, field, locale].filter(Boolean).join("."), `${problem}: ${instead}`].join(" | "),
	);
}
