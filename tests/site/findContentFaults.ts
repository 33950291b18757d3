import { entryLists } from "../../content/entryLists.ts";
import { findFirstStep } from "../../content/findFirstStep.ts";
import type { Locale } from "../../content/locales.ts";
import { type PageEntryName, shellEntryNames } from "../../content/model.ts";
import { formatPounds, formatPrice } from "../../content/money.ts";
import type { RouteName } from "../../content/routes.ts";
import type { Money, PictureValue, RichTextValue, Snapshot, TextValue } from "../../content/snapshot.ts";
import { type Words, words } from "../../content/words.ts";
import { listFragmentIds } from "../../scripts/pull/contentful/resolveLinks.ts";
import { type FieldValue, walkContent } from "./contentWalk.ts";
import { collapse, type SitePage } from "./sitePages.ts";

const contactRoutes: RouteName[] = ["home", "about", "consultations", "packages", "programmes", "functionalTests"];

const shellFieldPlaces: Record<string, { every?: string; main?: RouteName[] }> = {
	contactEmail: { every: "header", main: contactRoutes },
	contactButton: { every: "header", main: contactRoutes },
	contactNote: { main: contactRoutes },
	registration: { every: "footer", main: contactRoutes },
	registrationUrl: { every: "footer", main: contactRoutes },
	haveQuestionsButton: { main: ["home"] },
	bookingUrl: { main: contactRoutes },
};

/**
 * Labels of the links to other sites, by `contentType.field`. Links to social media are missing here, because they show
 * a logo and no label.
 */
const linkLabels: Record<string, (content: Snapshot) => string> = {
	"consultation.stripePaymentLink": ({ appShell }) => appShell.buyButton.value,
	"programme.stripeOneTimePaymentLink": ({ appShell }) => appShell.buyButton.value,
	"package.stripeOneTimePaymentLink": ({ packages }) => packages.payInFullButton.value,
	"package.stripeMonthlyPaymentLink": ({ packages }) => packages.payMonthlyButton.value,
	"appShell.registrationUrl": ({ appShell }) => appShell.registration?.value ?? "",
	"dnaTest.url": ({ locale }) => words[locale].dnaContact,
	"appShell.bookingUrl": ({ locale }) => words[locale].bookCall,
	"appShell.whatsappUrl": () => "WhatsApp",
	"appShell.telegramUrl": () => "Telegram",
	"appShell.termsUrl": ({ locale }) => words[locale].terms,
	"appShell.accessibilityUrl": ({ locale }) => words[locale].accessibility,
	"newsletter.privacyPolicyUrl": ({ locale }) => words[locale].privacyPolicy,
};
/** Words that a page shows when a boolean field is true, by `contentType.field`. */
const booleanWords: Record<string, (words: Words) => string> = {
	"package.beginHere": ({ recommended }) => recommended,
	"consultation.beginHere": ({ beginHere }) => beginHere,
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
			if (missingLine !== undefined) faults.push(`${value.path}: ${missingLine} is not where it should be`);
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
	return listShownLines(scope).reduce((rest, line) => (line === rest[0] ? rest.slice(1) : rest), expected);
}

/** Returns the elements that must show a value, with undefined for each element that the page lacks. */
function listScopes(value: FieldValue, page: SitePage): (Element | undefined)[] {
	const isShell = shellEntryNames.some((name) => name === value.page);
	return isShell ? listShellScopes(value, page) : listPageScopes(value, page);
}

function listPageScopes({ page: entryName, owner, entry }: FieldValue, page: SitePage): (Element | undefined)[] {
	if (entryName !== page.route) return [];
	if (owner === entryName || !hasSection(entryName, owner)) return [findElement(page, "main")];
	const section = page.document.getElementById(entry.id);
	// The title is in `<summary>`, and the button of a programme is beside its `<details>`, both outside of `section`.
	return [section?.closest(".programme") ?? section?.closest("details") ?? section ?? undefined];
}

function findElement({ document }: SitePage, selector: string): Element | undefined {
	return document.querySelector(selector) ?? undefined;
}

function listShellScopes({ page: entryName, name }: FieldValue, page: SitePage): (Element | undefined)[] {
	const find = (selector: string) => findElement(page, selector);
	if (entryName === "navigation") return name === "logo" ? [find("header")] : [find("header"), find("footer")];
	if (entryName === "newsletter" && name === "cover" && page.route !== "home") return [];
	const { every, main = [] } = (entryName === "appShell" && shellFieldPlaces[name]) || { every: "footer" };
	const scopes = every ? [find(every)] : [];
	return page.route && main.includes(page.route) ? [...scopes, find("main")] : scopes;
}

function hasSection(page: PageEntryName, owner: string): boolean {
	return entryLists.some((list) => list.page === page && list.itemType === owner && list.hasSections);
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
		case "webAddress": {
			const label = linkLabels[`${owner}.${name}`];
			const link = `link to ${value}, _blank, noopener noreferrer`;
			return label ? [link, `link to ${value}: ${collapse(label(content))}`] : [link];
		}
		case "asset":
			return pictureLines(value as PictureValue, locale);
		case "assets":
			return (value as PictureValue[]).flatMap((picture) => pictureLines(picture, locale));
		case "entries":
			return (value as { id: string; url?: string; price?: Money }[]).flatMap(({ id, url, price }, index) => {
				if (name === "review" && index > 0) return [];
				if (field.itemType === "socialLink") return [`link to ${url}, _blank, noopener noreferrer`];
				return price && field.itemType !== "dnaTest"
					? [`#${id}`, lineOf({ value: formatPrice(price) }, locale)]
					: [`#${id}`];
			});
	}
}

const lineOf = ({ value, lang }: TextValue, locale: Locale): string => `${lang ?? locale}: ${collapse(value)}`;

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
	const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent);
	const whole = element.matches(".prose, :has(> .compound)") ? [element.textContent] : [];
	const texts = [...own, ...whole, get("placeholder"), get("alt")].map(collapse).filter(Boolean);
	const href = get("href");
	const language = element.closest("[lang]")?.getAttribute("lang");
	const lines: string[] = [];
	if (element.id) lines.push(`#${element.id}`);
	if (href.startsWith("mailto:")) lines.push(`message to ${decodeURIComponent(href.slice("mailto:".length))}`);
	if (href) lines.push(`link to ${href}, ${get("target")}, ${get("rel")}`);
	if (href) lines.push(`link to ${href}: ${collapse(labelOf(element))}`);
	if (element.matches("img")) lines.push(`picture ${get("src")}, ${get("width")}×${get("height")}`);
	return [...lines, ...texts.map((text) => `${language}: ${text}`)];
}

/** Returns the text of a link without its second line, such as the monthly amount of a payment button. */
function labelOf(link: Element): string {
	return [...link.childNodes].map((node) => (node.nodeName === "SMALL" ? "" : node.textContent)).join("");
}

/** Returns the text of Rich Text blocks without markup, as `textContent` would. */
function textOf(part: unknown): string {
	if (Array.isArray(part)) return part.map(textOf).join("");
	if (!part || typeof part !== "object") return "";
	if ("type" in part && part.type === "text" && "value" in part) return String(part.value);
	return Object.values(part).map(textOf).join("");
}
