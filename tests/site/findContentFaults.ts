import type { Kind } from "../../content/fields.ts";
import type { Locale } from "../../content/locales.ts";
import { searchFields, shellEntryNames } from "../../content/model.ts";
import { formatPounds, formatPrice } from "../../content/money.ts";
import { formatOpeningHours } from "../../content/openingHours.ts";
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

/** Fields that change a document's head or the list of pages, which other tests check. */
const invisibleFields = [
	...Object.keys(searchFields),
	"showInMenu",
	"showInFooter",
	"withdrawalForm",
];

/** Fields that are shown only beside other values, such as the label of a payment link. */
const dependentFields = [
	"buyButton",
	"monthlyPaymentNote",
	"paidNotice",
	"payInFullButton",
	"payMonthlyButton",
	"paymentNote",
	"registrationUrl",
	"reviewsNote",
];

/** Words that a page shows when a boolean field is true, by `contentType.field`. */
const booleanWords: Record<string, (words: Words) => string> = {
	"consultation.beginHere": ({ firstStep }) => firstStep,
};

/**
 * Returns a sentence for each value that its page should show but does not show. A value of the app shell, the
 * navigation or the newsletter must be on some page, or on every page if the help of its field says so.
 * @param isComplete whether no value is left out, on which a dependent field could depend
 */
export function findContentFaults(
	pages: SitePage[],
	content: Snapshot,
	isComplete = true,
): string[] {
	const documents = pages.map(({ document, route }) => ({
		route,
		lines: new Set([...document.body.querySelectorAll("*")].flatMap(linesOf)),
	}));
	const shown = [...walkContent(content)].filter((value) => isShown(value, isComplete));
	const missing = shown.flatMap((value) => {
		const own = documents.filter(({ route }) => isPageOf(value, route));
		const isEverywhere = value.field.help.includes("every page");
		const isMissing = (line: string) => {
			const found = own.filter(({ lines }) => lines.has(line));
			return found.length < (isEverywhere ? own.length : 1);
		};
		return listExpectedLines(value, content)
			.filter(isMissing)
			.map((line) => `${value.path}: ${line} is not shown`);
	});
	return [...findMissingPlaces(pages, content), ...missing];
}

/** Finds ids to which links in texts may lead, and which the pages do not have. */
function findMissingPlaces(pages: SitePage[], content: Snapshot): string[] {
	const fragmentIds = listFragmentIds(content);
	return pages.flatMap(({ document, route, file }) => {
		const entry = route?.entry ?? content.appShell;
		const ids = [...(fragmentIds.get(entry.id) ?? [])];
		return ids
			.filter((id) => !document.getElementById(decodeURIComponent(id)))
			.map((id) => `${file}: an editor's link may lead to #${id}, which is not there`);
	});
}

function isShown({ value, name, path }: FieldValue, isComplete: boolean): boolean {
	if (value === undefined || invisibleFields.includes(name)) return false;
	// A page that sells shows the first of its reviews.
	if (/\.review\[[1-9]/.test(path)) return false;
	return isComplete || !dependentFields.includes(name);
}

function isPageOf({ owner, page, entry }: FieldValue, route: SitePage["route"]): boolean {
	if (owner === "page") return entry.id === route?.entry.id;
	return page === route?.name || shellEntryNames.some((shell) => shell === page);
}

/** Beginnings of the lines of links, by kind of field. */
const linkPrefixes: Partial<Record<Kind, string>> = {
	phone: "link to tel:",
	email: "message to ",
	paymentLink: "link to ",
	webAddress: "link to ",
};

/** Returns the lines that a page should show for a value, in the format of `linesOf`. */
function listExpectedLines(
	{ field, owner, name, value, entry }: FieldValue,
	content: Snapshot,
): string[] {
	const { locale } = content;
	const prefix = linkPrefixes[field.kind];
	if (prefix) return [prefix + String(value).replaceAll(" ", "")];
	if (field.kind === "entries") return [];
	let shown = value;
	if (name === "openingHours") shown = formatOpeningHours(content);
	if (field.pounds) shown = { value: formatPounds((value as TextValue).value, locale) };
	// The id of a product in Stripe, which has a price.
	if (field.kind === "code") shown = { value: formatPrice(entry.price as Money) };
	if (field.kind === "boolean")
		shown = { value: booleanWords[`${owner}.${name}`]?.(words[locale]) ?? name };
	return linesOfValue(shown, locale);
}

function linesOfValue(shown: unknown, locale: Locale): string[] {
	if (Array.isArray(shown)) return shown.flatMap((part) => linesOfValue(part, locale));
	const { src, title, blocks, lang, value } = shown as Partial<
		PictureValue & RichTextValue & TextValue
	>;
	if (src) return [`picture ${src}`, ...linesOfValue(title, locale)];
	const text = collapse(blocks ? textOf(blocks) : value);
	return text ? [`${lang ?? locale}: ${text}`] : [];
}

/** Returns one line for each text, link and picture of an element, without those in its child elements. */
function linesOf(element: Element): string[] {
	if (element.closest("[hidden], script, style")) return [];
	const get = (name: string) => element.getAttribute(name) ?? "";
	const own = [...element.childNodes]
		.filter(({ nodeType }) => nodeType === 3)
		.map(({ textContent }) => textContent);
	const whole = element.matches(".prose") ? [element.textContent] : [];
	const texts = [...own, ...whole, get("placeholder"), get("alt")].map(collapse).filter(Boolean);
	const language = element.closest("[lang]")?.getAttribute("lang");
	const href = get("href");
	const address = href.startsWith("mailto:")
		? `message to ${decodeURIComponent(href.slice("mailto:".length))}`
		: `link to ${href}`;
	return [address, `picture ${get("src")}`, ...texts.map((text) => `${language}: ${text}`)];
}

/** Returns the text of Rich Text blocks without markup, as `textContent` would. */
function textOf(part: unknown): string {
	if (Array.isArray(part)) return part.map(textOf).join("");
	if (!part || typeof part !== "object") return "";
	if ("type" in part && part.type === "text" && "value" in part) return String(part.value);
	return Object.values(part).map(textOf).join("");
}
