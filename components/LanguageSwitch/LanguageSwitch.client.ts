// Makes the language links change the page in place. The listeners are on `document`.
import type { defaultLocale } from "../../content/locales.ts";
import { fetchPage } from "../fetchPage.client.ts";
import { findAroundTarget } from "../parts.client.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";

const { attributes } = languageSwitchContract;

/** Locale for which `aria-checked` is false. A literal, because importing locales.ts would enlarge the script. */
const offLocale: typeof defaultLocale = "en-US";

const root = document.documentElement;

/** Prefetched page, until a change of language uses it. */
let prefetched: { href: string; response: Promise<Document> } | undefined;

/** Aborts the last change of language, while it is pending or has failed. */
let changeController = new AbortController();

document.addEventListener("pointerdown", prefetch);
document.addEventListener("focusin", prefetch);
document.addEventListener("click", followLink);
document.addEventListener("keydown", followOnSpace);

/** Requests the page and the script for a change of language before its link is followed. */
function prefetch(event: Event): void {
	const link = findLink(event);
	if (!link || keepsLanguage(link)) return;
	requestPage(link.pathname);
	importChangeLanguage().catch(() => {});
}

function followLink(event: MouseEvent): void {
	const link = findLink(event);
	if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
	event.preventDefault();
	const list = link.closest("details");
	list?.removeAttribute("open");
	const control = list?.querySelector("summary") ?? link;
	control.focus();
	changeController.abort();
	if (keepsLanguage(link)) showChoice(root.id);
	else startChange(link);
}

/** Follows a link with the role `switch` when the space bar is pressed, because switches react to the space bar. */
function followOnSpace(event: KeyboardEvent): void {
	const link = findLink(event);
	if (event.key !== " " || link?.role !== "switch") return;
	event.preventDefault();
	link.click();
}

/**
 * Returns the language link that the event is about. Undefined for one that the browser must follow: it also does on a
 * page that it has translated, because it would translate the new texts, too. Translators change `lang`, and not `id`.
 */
function findLink(event: Event): HTMLAnchorElement | undefined {
	const selector = `a[${attributes.locale}]:not([${attributes.native}])`;
	return root.lang === root.id ? findAroundTarget(event, selector, HTMLAnchorElement) : undefined;
}

/**
 * Checks whether a press on the link keeps the present language. A press on the switch does when the switch already
 * shows the language that its link leads to: it revokes a pending or failed change. The other links repeat the change.
 */
function keepsLanguage(link: HTMLAnchorElement): boolean {
	const locale = localeOf(link);
	return locale === root.id || link.ariaChecked === ariaCheckedFor(locale);
}

function startChange(link: HTMLAnchorElement): void {
	// Without the fragment, because `showChoice` stores the choice.
	const href = link.pathname;
	const response = requestPage(href);
	prefetched = undefined;
	changeController = new AbortController();
	const { signal } = changeController;
	showChoice(localeOf(link));
	importChangeLanguage().then(
		({ changeLanguage }) => changeLanguage(href, response, signal),
		() => location.assign(href + location.search + location.hash),
	);
}

/** Requests a page, unless the request has been sent before. A failed request can be repeated. */
function requestPage(href: string): Promise<Document> {
	if (prefetched?.href === href) return prefetched.response;
	const request = { href, response: fetchPage(href) };
	request.response.catch(() => {
		if (prefetched === request) prefetched = undefined;
	});
	prefetched = request;
	return request.response;
}

/** Imports the module that changes the language. It is not in the start script, which every visitor loads. */
const importChangeLanguage = () => import("./changeLanguage.client.ts");

/** Stores the chosen locale, and makes the language switch show it. */
function showChoice(locale: string): void {
	// `localStorage` throws an error when the visitor's browser blocks storage.
	try {
		localStorage.locale = locale;
	} catch {}
	for (const control of document.querySelectorAll("[role=switch]"))
		control.ariaChecked = ariaCheckedFor(locale);
}

function localeOf(link: HTMLElement): string {
	return link.getAttribute(attributes.locale) ?? "";
}

function ariaCheckedFor(locale: string): string {
	return String(locale !== offLocale);
}
