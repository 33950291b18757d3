import { isDeepStrictEqual } from "node:util";
import type { PageEntryName } from "../../content/model.ts";
import { formatPounds, formatPrice } from "../../content/money.ts";
import type { RouteName } from "../../content/routes.ts";
import type { PictureValue, Price, RichTextValue, Snapshot, TextValue } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { listIds } from "../../scripts/pull/contentful/resolveLinks.ts";
import { type FieldValue, walkContent } from "./contentWalk.ts";
import { collapse, languageOf, listTextNodes, type SitePage } from "./pages.ts";
import { comparable, readBlocks } from "./readRichText.ts";

/** The entries that are no page of their own but parts of every page. */
export const shellEntries: PageEntryName[] = ["appShell", "navigation", "newsletter"];

/** Where the words of the app shell are shown; those not named here, in the footer of every page. */
const shellPlaces: Record<string, { every?: string; main?: RouteName[] }> = {
	contactEmail: { every: "header", main: ["home", "packages"] },
	contactButton: { every: "header", main: ["home", "packages"] },
	haveQuestionsButton: { main: ["home"] },
};

/** Labels of payment links: shown with each link, or nowhere. */
const paymentLabels: Record<string, (content: Snapshot) => TextValue> = {
	"consultation.stripePaymentLink": ({ appShell }) => appShell.buyButton,
	"programme.stripeOneTimePaymentLink": ({ appShell }) => appShell.buyButton,
	"package.stripeOneTimePaymentLink": ({ packages }) => packages.payInFullButton,
	"package.stripeMonthlyPaymentLink": ({ packages }) => packages.payMonthlyButton,
};
const shownWithLinks = ["appShell.buyButton", "packages.payInFullButton", "packages.payMonthlyButton"];

/**
 * What a page does not show as the snapshot of its language says, a sentence each. Goes by the content model, so that
 * a field which no page shows is found.
 */
export function findContentFaults(page: SitePage, content: Snapshot): string[] {
	const places = [...listIds(content)[page.route ?? "appShell"]];
	const missing = places.filter((id) => !page.document.getElementById(decodeURIComponent(id)));
	const faults = missing.map((id) => `an editor's link may lead to #${id}, which is not there`);
	for (const value of walkContent(content)) {
		if (value.value === undefined || shownWithLinks.includes(value.path)) continue;
		for (const scope of scopesOf(value, page)) {
			if (scope === undefined) faults.push(`${value.path}: there is no place for it`);
			else for (const fault of findFaults(value, scope, page, content)) faults.push(`${value.path}: ${fault}`);
		}
	}
	return faults;
}

/** The elements of a page that should show a value, each of them. */
function scopesOf({ page: entryName, owner, name, entry }: FieldValue, page: SitePage): (Element | undefined)[] {
	const find = (selector: string) => page.document.querySelector(selector) ?? undefined;
	if (!shellEntries.includes(entryName)) {
		if (entryName !== page.route) return [];
		// A social link is no section that an address could lead to.
		if (owner === entryName || owner === "socialLink") return [find("main")];
		// What opens has its id inside, and its title outside.
		const section = page.document.getElementById(entry.id);
		return [section?.closest("details") ?? section ?? undefined];
	}
	if (entryName === "navigation") return [find("header")];
	const { every, main = [] } = (entryName === "appShell" && shellPlaces[name]) || { every: "footer" };
	const scopes = every ? [find(every)] : [];
	return page.route && main.includes(page.route) ? [...scopes, find("main")] : scopes;
}

function findFaults(value: FieldValue, scope: Element, page: SitePage, content: Snapshot): string[] {
	const { field, owner, name } = value;
	const { locale } = page;
	switch (field.kind) {
		case "text":
			return showsText(scope, value.value as TextValue, locale);
		case "textOrNumber": {
			const given = value.value as TextValue | number;
			if (owner === "dnaTest" && name === "price") return showsText(scope, { value: formatPounds(given) }, locale);
			return showsText(scope, typeof given === "number" ? { value: String(given) } : given, locale);
		}
		case "textList": {
			const texts = value.value as TextValue[];
			const lists = [...scope.querySelectorAll("ul, ol")];
			const expected = texts.map((text) => collapse(text.value));
			const list = lists.find((candidate) => isDeepStrictEqual(itemsOf(candidate), expected));
			if (texts.length === 0) return [];
			if (!list) return [`no list has just the items ${JSON.stringify(expected)}`];
			return texts.flatMap((text) => showsText(list, text, locale));
		}
		case "richText":
			return showsRichText(scope, value.value as RichTextValue, locale);
		case "code":
			return page.html.includes(String(value.value)) ? [`${value.value} is in the document`] : [];
		case "email": {
			const address = String(value.value);
			const isFor = (link: Element) => {
				const href = link.getAttribute("href") ?? "";
				return href.split("@").length === 2 && decodeURIComponent(href) === `mailto:${address}`;
			};
			return [...scope.querySelectorAll("a")].some(isFor) ? [] : [`no link is a message to ${address}`];
		}
		case "paymentLink": {
			const label = paymentLabels[`${owner}.${name}`];
			return leadsTo(scope, String(value.value), label ? label(content).value : "a label of its own");
		}
		case "webAddress": {
			const label = { dnaTest: words[locale].dnaContact, newsletter: words[locale].privacyPolicy }[String(owner)];
			return leadsTo(scope, String(value.value), label);
		}
		case "asset":
			return showsPicture(scope, value.value as PictureValue, locale);
		case "assets": {
			const pictures = value.value as PictureValue[];
			const sources = pictures.map(({ src }) => src);
			const shown = [...scope.querySelectorAll("img")].map((image) => image.getAttribute("src") ?? "");
			const order = shown.filter((src) => sources.includes(src));
			const faults = pictures.flatMap((picture) => showsPicture(scope, picture, locale));
			return isDeepStrictEqual(order, sources) ? faults : [...faults, `shown in the order ${order.join(", ")}`];
		}
		case "entries":
			return showsEntries(value, scope);
	}
}

/** A text that is a whole text node or placeholder, marked with its language. */
function showsText(scope: Element, { value, lang }: TextValue, locale: string): string[] {
	const expected = collapse(value);
	const texts = listTextsOnce(scope).filter(({ text }) => text === expected);
	const inputs = [...scope.querySelectorAll("[placeholder]")].filter(
		(input) => collapse(input.getAttribute("placeholder")) === expected,
	);
	const holders = [...texts.map(({ holder }) => holder), ...inputs];
	if (holders.length === 0) return [`${JSON.stringify(expected)} is not shown`];
	const wrong = holders.filter((holder) => languageOf(holder) !== (lang ?? locale));
	return wrong.map((holder) => `${JSON.stringify(expected)} is marked as ${languageOf(holder)}`);
}

const readBlocksOnce = once(readBlocks);
const listTextsOnce = once((scope) =>
	listTextNodes(scope).map((node) => ({ text: collapse(node.textContent), holder: node.parentElement })),
);

/** Documents do not change while they are looked at. */
function once<T>(read: (element: Element) => T): (element: Element) => T {
	const known = new WeakMap<Element, T>();
	return (element) => {
		const result = known.get(element) ?? read(element);
		known.set(element, result);
		return result;
	};
}

function showsRichText(scope: Element, text: RichTextValue, locale: string): string[] {
	const expected = comparable(text);
	const blocks = [...scope.getElementsByTagName("*")].filter((element) =>
		isDeepStrictEqual(readBlocksOnce(element), expected),
	);
	if (blocks.length === 0) return [`no element holds just ${JSON.stringify(expected)}`];
	const wrong = blocks.filter((element) => languageOf(element) !== (text.lang ?? locale));
	return wrong.map((element) => `marked as ${languageOf(element)}`);
}

/** A picture with its title as the alternative text, or as the caption of its figure. */
function showsPicture(scope: Element, { src, inline, title, width, height }: PictureValue, locale: string): string[] {
	const images = [...scope.querySelectorAll("img")].filter((image) =>
		[src, inline].includes(image.getAttribute("src") ?? ""),
	);
	if (images.length === 0) return [`the picture ${src} is not shown`];
	const isWhole = (image: Element) => {
		const caption = image.closest("figure")?.querySelector("figcaption");
		const named =
			collapse(image.getAttribute("alt")) === collapse(title.value)
				? image
				: collapse(caption?.textContent) === collapse(title.value) && caption;
		// Without a title it may be named by what is around it.
		return !title.value || (named && languageOf(named) === (title.lang ?? locale));
	};
	const faults = images.some(isWhole) ? [] : [`the picture ${src} is not named ${JSON.stringify(title.value)}`];
	const size = (image: Element) => [image.getAttribute("width"), image.getAttribute("height")].join("×");
	const expected = `${width}×${height}`;
	return width && height && !images.some((image) => size(image) === expected)
		? [...faults, `the picture ${src} has not the size ${expected}`]
		: faults;
}

/** The sections of a list's entries, one after the other, and what each of them costs. */
function showsEntries({ value, field }: FieldValue, scope: Element): string[] {
	const entries = (value as { id: string; url?: string; price?: Price }[]).filter(isWorthShowing);
	if (field.of === "socialLink") {
		const urls = entries.map(({ url }) => url ?? "");
		const links = [...scope.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
		const order = links.filter((href) => urls.includes(href));
		return isDeepStrictEqual(order, urls) ? [] : [`shown in the order ${order.join(", ")}`];
	}
	const ids = entries.map(({ id }) => id);
	const order = [...scope.querySelectorAll("[id]")].map(({ id }) => id).filter((id) => ids.includes(id));
	const faults = isDeepStrictEqual(order, ids) ? [] : [`shown in the order ${order.join(", ")}`];
	for (const { id, price } of entries) {
		const section = scope.ownerDocument.getElementById(id);
		if (!section || !price || field.of === "dnaTest") continue;
		const shown = listTextsOnce(section).filter(({ text }) => text === formatPrice(price));
		if (shown.length !== 1) faults.push(`the price ${formatPrice(price)} of ${id} is shown ${shown.length} times`);
	}
	return faults;
}

/** An entry of which nothing is there but its id has nothing to show. */
function isWorthShowing(entry: object): boolean {
	return Object.keys(entry).some((name) => name !== "id" && name !== "updatedAt");
}

/** A link to another site in a new tab; undefined `label`: named by its picture. */
function leadsTo(scope: Element, href: string, label: string | undefined): string[] {
	const links = [...scope.querySelectorAll("a")].filter((link) => link.getAttribute("href") === href);
	const isRight = (link: Element) => {
		const name = label === undefined ? link.querySelector("img")?.getAttribute("alt") : link.textContent;
		const rightName = label === undefined ? Boolean(name) : collapse(name) === collapse(label);
		return rightName && link.getAttribute("target") === "_blank" && link.getAttribute("rel") === "noopener noreferrer";
	};
	if (links.length === 0) return [`no link leads to ${href}`];
	const wrong = links.filter((link) => !isRight(link));
	return wrong.map((link) => `this is not how a link to another site looks: ${link.outerHTML}`);
}

/** The items of a list, in words. */
export function itemsOf(list: Element): string[] {
	return [...list.children].map((item) => collapse(item.textContent));
}
