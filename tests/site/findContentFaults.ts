import { findFirstStep } from "../../content/findFirstStep.ts";
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

/** Fields of the app shell and the newsletter that some documents do not show. */
const homeFields = ["haveQuestionsButton", "cover"];
const pageFields = ["contactNote", "bookingUrl"];

/** Fields that change a document's head or the list of pages, which other tests check. */
const invisibleFields = [
	...Object.keys(searchFields),
	"showInMenu",
	"showInFooter",
	"withdrawalForm",
	"announcementUntil",
];

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
export function findContentFaults({ document, route }: SitePage, content: Snapshot): string[] {
	const shown = new Set([...document.body.querySelectorAll("*")].flatMap(linesOf));
	const entry = route?.entry ?? content.appShell;
	const places = [...(listFragmentIds(content).get(entry.id) ?? [])];
	const faults = places
		.filter((id) => !shown.has(`#${decodeURIComponent(id)}`))
		.map((id) => `an editor's link may lead to #${id}, which is not there`);
	for (const value of walkContent(content)) {
		if (value.value === undefined || invisibleFields.includes(value.name)) continue;
		const isOnPage =
			value.owner === "page" ? value.entry.id === entry.id : isShown(value, route, content);
		if (!isOnPage) continue;
		const missing = listExpectedLines(value, content).filter((line) => !shown.has(line));
		faults.push(...missing.map((line) => `${value.path}: ${line} is not shown`));
	}
	return faults;
}

function isShown(field: FieldValue, route: SitePage["route"], content: Snapshot): boolean {
	const { path, page, name, entry } = field;
	if (shownWithLinks.includes(path)) return false;
	if (name === "registrationUrl" && !entry.registration) return false;
	if (page === "navigation" || shellEntryNames.some((shell) => shell === page))
		return homeFields.includes(name)
			? route?.name === "home"
			: !pageFields.includes(name) || Boolean(route);
	if (page !== route?.name) return false;
	// A page that sells shows the first of its reviews.
	if (/\.review\[[1-9]/.test(path)) return false;
	if (/^consultations\..*\.beginHere$/.test(path)) return entry.id === findFirstStep(content)?.id;
	if (path === "home.reviewsNote") return content.home.reviews.length > 0;
	return name !== "monthlyPaymentNote" || Boolean(entry.stripeMonthlyPaymentLink);
}

/** Returns the lines that a page should show for a value, in the format of `linesOf`. */
function listExpectedLines(
	{ field, owner, name, ...given }: FieldValue,
	content: Snapshot,
): string[] {
	const { locale } = content;
	const value = name === "openingHours" ? formatOpeningHours(content) : given.value;
	switch (field.kind) {
		case "text":
			return [lineOf(value as TextValue, locale)];
		case "textOrNumber": {
			const entered = value as TextValue;
			if (name === "price") return [`${locale}: ${collapse(formatPounds(entered.value, locale))}`];
			return [lineOf(entered, locale)];
		}
		case "textList":
			return (value as TextValue[]).map((text) => lineOf(text, locale));
		case "richText": {
			const { lang, blocks } = value as RichTextValue;
			return [`${lang ?? locale}: ${collapse(textOf(blocks))}`];
		}
		case "boolean":
			return [`${locale}: ${collapse(booleanWords[`${owner}.${name}`]?.(words[locale]) ?? name)}`];
		case "phone":
			return [`link to tel:${String(value).replaceAll(" ", "")}`];
		case "code":
		case "date":
		case "slug":
		case "redirects":
			return [];
		case "email":
			return [`message to ${value}`];
		case "paymentLink":
		case "webAddress":
			return [`link to ${value}`];
		case "asset":
		case "assets":
			return [value as PictureValue | PictureValue[]].flat().flatMap(({ src, title }) => {
				const picture = `picture ${src}`;
				return title.value ? [picture, lineOf(title, locale)] : [picture];
			});
		case "entries":
			return (value as { id: string; url?: string; price?: Money }[]).flatMap(
				({ id, url, price }, index) => {
					if ((name === "review" && index > 0) || field.itemType === "page") return [];
					if (field.itemType === "socialLink") return [`link to ${url}`];
					return price && field.itemType !== "dnaTest"
						? [`#${id}`, `${locale}: ${collapse(formatPrice(price))}`]
						: [`#${id}`];
				},
			);
	}
}

const lineOf = ({ value, lang }: TextValue, locale: Locale): string =>
	`${lang ?? locale}: ${collapse(value)}`;

/** Returns one line for each text, link, id and picture of an element, without those in its child elements. */
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
	return [
		`#${element.id}`,
		address,
		`picture ${get("src")}`,
		...texts.map((text) => `${language}: ${text}`),
	];
}

/** Returns the text of Rich Text blocks without markup, as `textContent` would. */
function textOf(part: unknown): string {
	if (Array.isArray(part)) return part.map(textOf).join("");
	if (!part || typeof part !== "object") return "";
	if ("type" in part && part.type === "text" && "value" in part) return String(part.value);
	return Object.values(part).map(textOf).join("");
}
