import { entryLists } from "../../content/entryLists.ts";
import { findFirstStep } from "../../content/findFirstStep.ts";
import type { Locale } from "../../content/locales.ts";
import { type PageEntryName, shellEntryNames } from "../../content/model.ts";
import { formatPounds, formatPrice } from "../../content/money.ts";
import type {
	Money,
	PictureValue,
	RichTextValue,
	Snapshot,
	TextValue,
} from "../../content/snapshot.ts";
import { type Words, words } from "../../content/words.ts";
import { listFragmentIds } from "../../scripts/pull/contentful/resolveLinks.ts";
import { type FieldValue, walkContent } from "../contents.ts";
import { collapse, type SitePage } from "./sitePages.ts";

/** Fields of the app shell and the newsletter that some documents do not show. */
const homeFields = ["haveQuestionsButton", "cover"];
const pageFields = ["contactNote", "bookingUrl"];

/** Words that a page shows when a boolean field is true, by `contentType.field`. */
const booleanWords: Record<string, (words: Words) => string> = {
	"consultation.beginHere": ({ firstStep }) => firstStep,
};
const shownWithLinks = [
	"appShell.buyButton",
	"appShell.paymentNote",
	"appShell.paidNotice",
	"packages.payInFullButton",
	"packages.payMonthlyButton",
];

/** Returns a sentence for each value of the content that the page should show but does not show. */
export function findContentFaults(page: SitePage, content: Snapshot): string[] {
	const places = [...listFragmentIds(content)[page.route ?? "appShell"]];
	const missing = places.filter((id) => !page.document.getElementById(decodeURIComponent(id)));
	const faults = missing.map((id) => `an editor's link may lead to #${id}, which is not there`);
	for (const value of walkContent(content)) {
		if (!isShown(value, content)) continue;
		const expected = listExpectedLines(value, content);
		for (const scope of listScopes(value, page)) {
			const [missingLine] = scope ? listMissingLines(scope, expected) : ["its place"];
			if (missingLine !== undefined)
				faults.push(`${value.path}: ${missingLine} is not where it should be`);
		}
	}
	return faults;
}

function isShown({ value, path, name, entry }: FieldValue, content: Snapshot): boolean {
	if (value === undefined || shownWithLinks.includes(path)) return false;
	// A page that sells shows the first of its reviews.
	if (/\.review\[[1-9]/.test(path)) return false;
	if (/^consultations\..*\.beginHere$/.test(path)) return entry.id === findFirstStep(content)?.id;
	if (path === "home.reviewsNote") return content.home.reviews.length > 0;
	if (name === "registrationUrl") return Boolean(entry.registration);
	return name !== "monthlyPaymentNote" || Boolean(entry.stripeMonthlyPaymentLink);
}

function listMissingLines(scope: Element, expected: string[]): string[] {
	return listShownLines(scope).reduce(
		(rest, line) => (line === rest[0] ? rest.slice(1) : rest),
		expected,
	);
}

/** Returns the elements that must show a value, with null for each element that the page lacks. */
function listScopes(
	{ page: entryName, owner, name, entry }: FieldValue,
	page: SitePage,
): (Element | null)[] {
	const { document, route } = page;
	const find = (selector: string) => document.querySelector(selector);
	if (entryName === "navigation")
		return name === "logo" ? [find("header")] : [find("header"), find("footer")];
	if (shellEntryNames.some((shell) => shell === entryName)) {
		const isHidden =
			(homeFields.includes(name) && route !== "home") || (pageFields.includes(name) && !route);
		return isHidden ? [] : [document.body];
	}
	if (entryName !== route) return [];
	if (owner === entryName || !hasSection(entryName, owner)) return [find("main")];
	const section = document.getElementById(entry.id);
	// Title, price and button of a programme are beside its section.
	return [section?.closest(".row") ?? section?.closest("details") ?? section];
}

function hasSection(page: PageEntryName, owner: string): boolean {
	return entryLists.some(
		(list) => list.page === page && list.itemType === owner && list.hasSections,
	);
}

/** Returns the lines that a page should show for a value, in the format of `listShownLines`. */
function listExpectedLines({ field, owner, name, value }: FieldValue, content: Snapshot): string[] {
	const { locale } = content;
	switch (field.kind) {
		case "text":
			return [lineOf(value as TextValue, locale)];
		case "textOrNumber": {
			const given = value as TextValue | number;
			if (name === "price") return [lineOf({ value: formatPounds(given, locale) }, locale)];
			return [lineOf(typeof given === "number" ? { value: String(given) } : given, locale)];
		}
		case "textList":
			return (value as TextValue[]).map((text) => lineOf(text, locale));
		case "richText": {
			const { lang, blocks } = value as RichTextValue;
			return [lineOf({ value: textOf(blocks), ...(lang ? { lang } : {}) }, locale)];
		}
		case "boolean":
			return [lineOf({ value: booleanWords[`${owner}.${name}`]?.(words[locale]) ?? name }, locale)];
		case "code":
		case "redirects":
			return [];
		case "email":
			return [`message to ${value}`];
		case "paymentLink":
		case "webAddress":
			return [`link to ${value}, _blank, noopener noreferrer`];
		case "asset":
			return pictureLines(value as PictureValue, locale);
		case "assets":
			return (value as PictureValue[]).flatMap((picture) => pictureLines(picture, locale));
		case "entries":
			return (value as { id: string; url?: string; price?: Money }[]).flatMap(
				({ id, url, price }, index) => {
					if (name === "review" && index > 0) return [];
					if (field.itemType === "socialLink")
						return [`link to ${url}, _blank, noopener noreferrer`];
					return price && field.itemType !== "dnaTest"
						? [`#${id}`, lineOf({ value: formatPrice(price) }, locale)]
						: [`#${id}`];
				},
			);
	}
}

const lineOf = ({ value, lang }: TextValue, locale: Locale): string =>
	`${lang ?? locale}: ${collapse(value)}`;

function pictureLines({ src, title, width, height }: PictureValue, locale: Locale): string[] {
	const picture = `picture ${src}, ${width}×${height}`;
	return title.value ? [picture, lineOf(title, locale)] : [picture];
}

const cachedLines = new WeakMap<Element, string[]>();

/**
 * Returns one line for each text, link, id and picture in an element, in document order. Caches the lines by element.
 */
function listShownLines(scope: Element): string[] {
	const shown = cachedLines.get(scope) ?? [...scope.querySelectorAll("*")].flatMap(linesOf);
	cachedLines.set(scope, shown);
	return shown;
}

function linesOf(element: Element): string[] {
	if (element.closest("[hidden], script, style")) return [];
	const get = (name: string) => element.getAttribute(name) ?? "";
	const own = [...element.childNodes]
		.filter(({ nodeType }) => nodeType === 3)
		.map(({ textContent }) => textContent);
	const whole = element.matches(".prose") ? [element.textContent] : [];
	const texts = [...own, ...whole, get("placeholder"), get("alt")].map(collapse).filter(Boolean);
	const href = get("href");
	const language = element.closest("[lang]")?.getAttribute("lang");
	const lines: string[] = [];
	if (element.id) lines.push(`#${element.id}`);
	if (href.startsWith("mailto:"))
		lines.push(`message to ${decodeURIComponent(href.slice("mailto:".length))}`);
	if (href) lines.push(`link to ${href}, ${get("target")}, ${get("rel")}`);
	if (element.matches("img")) lines.push(`picture ${get("src")}, ${get("width")}×${get("height")}`);
	return [...lines, ...texts.map((text) => `${language}: ${text}`)];
}

/** Returns the text of Rich Text blocks without markup, as `textContent` would. */
function textOf(part: unknown): string {
	if (Array.isArray(part)) return part.map(textOf).join("");
	if (!part || typeof part !== "object") return "";
	if ("type" in part && part.type === "text" && "value" in part) return String(part.value);
	return Object.values(part).map(textOf).join("");
}
