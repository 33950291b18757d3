import type { defaultLocale } from "../../content/locales.ts";
import { type FetchedPage, fetchPage } from "../fetchPage.client.ts";
import { findAroundTarget, requirePart } from "../parts.client.ts";
import { SiteElement } from "../SiteElement.client.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";

const { element, attributes, parts } = languageSwitchContract;

/** Locale for which `aria-checked` is false. A literal, because importing locales.ts would enlarge the script. */
const offLocale: typeof defaultLocale = "en-US";

const root = document.documentElement;

/** Prefetched page, until a change of language uses it. */
let prefetched: { href: string; response: Promise<FetchedPage> } | undefined;

/** Aborts the last change of language, while it is pending or has failed. */
let changeController = new AbortController();

/** Custom element whose language links replace the content of the page without a navigation. */
export class LanguageSwitchElement extends SiteElement {
	protected connect(signal: AbortSignal): void {
		this.addEventListener("pointerdown", prefetch, { signal });
		this.addEventListener("focusin", prefetch, { signal });
		this.addEventListener("click", this.#follow, { signal });
		this.addEventListener("keydown", followOnSpace, { signal });
	}

	#follow = (event: MouseEvent): void => {
		const link = findLink(event);
		const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
		if (!link || hasModifier || isNative(link)) return;
		event.preventDefault();
		const { id } = this.#focusControl(link);
		changeController.abort();
		if (shouldKeepLanguage(link)) showChoice(root.id);
		else startChange(link, id);
	};

	#focusControl(link: HTMLElement): HTMLElement {
		const list = link.closest("details");
		if (list) list.open = false;
		const control = list ? requirePart(this, parts.listTitle, HTMLElement) : link;
		control.focus();
		return control;
	}
}

/** Requests the page and the script for a change of language before its link is followed. */
function prefetch(event: Event): void {
	const link = findLink(event);
	if (!link || isNative(link) || shouldKeepLanguage(link)) return;
	requestPage(link.pathname);
	importChangeLanguage().catch(() => {});
}

/** Requests a page, unless the request has been sent before. A failed request can be repeated. */
function requestPage(href: string): { response: Promise<FetchedPage> } {
	if (prefetched?.href === href) return prefetched;
	const request = { href, response: fetchPage(href) };
	request.response.then(({ status }) => {
		if (status !== 200 && prefetched === request) prefetched = undefined;
	});
	prefetched = request;
	return request;
}

/** Imports the module that changes the language. It is not in the start script, which every visitor loads. */
const importChangeLanguage = () => import("./changeLanguage.client.ts");

/**
 * Starts a change of language, which `changeLanguage` completes.
 * @param controlId id of the element to focus afterwards
 */
function startChange(link: HTMLAnchorElement, controlId: string): void {
	// Without the fragment, because `showChoice` stores the choice.
	const href = link.pathname;
	const { response } = requestPage(href);
	prefetched = undefined;
	changeController = new AbortController();
	const { signal } = changeController;
	showChoice(localeOf(link));
	importChangeLanguage().then(
		({ changeLanguage }) => changeLanguage({ href, response, controlId, signal }),
		() => location.assign(href + location.search + location.hash),
	);
}

function findLink(event: Event): HTMLAnchorElement | undefined {
	return findAroundTarget(event, `a[${attributes.locale}]`, HTMLAnchorElement);
}

function localeOf(link: HTMLElement): string {
	return link.getAttribute(attributes.locale) ?? "";
}

/**
 * Checks whether the browser itself must follow a link. It also does on a page that it has translated, because it would
 * translate the new content of that page, too. Translators change `lang`, and not `id`.
 */
function isNative(link: HTMLAnchorElement): boolean {
	return link.hasAttribute(attributes.native) || root.lang !== root.id;
}

/** Checks whether a press on the link keeps the present language. */
function shouldKeepLanguage(link: HTMLAnchorElement): boolean {
	return localeOf(link) === root.id || revokesChange(link);
}

/**
 * Checks whether a press on the switch revokes a pending or failed change. That is so when the switch already shows the
 * language that its link leads to. The links in the menu and in the footer repeat the change instead.
 */
function revokesChange(link: HTMLAnchorElement): boolean {
	return link.role === "switch" && link.ariaChecked === ariaCheckedFor(localeOf(link));
}

function ariaCheckedFor(locale: string): string {
	return String(locale !== offLocale);
}

/** Stores the chosen locale, and makes all language switches on the page show it, by setting `aria-checked`. */
function showChoice(locale: string): void {
	// `localStorage` throws an error when the visitor's browser blocks storage.
	try {
		localStorage.locale = locale;
	} catch {}
	for (const control of document.querySelectorAll(`${element} [role=switch]`))
		control.ariaChecked = ariaCheckedFor(locale);
}

/** Follows a link with the role `switch` when the space bar is pressed, because switches react to the space bar. */
function followOnSpace(event: KeyboardEvent): void {
	const link = findLink(event);
	if (event.key !== " " || link?.role !== "switch") return;
	event.preventDefault();
	link.click();
}
