// Makes the language links change the page in place.
import type { defaultLocale } from "../../content/locales.ts";
import { fetchPage } from "../fetchPage.client.ts";

/** Locale for which `aria-checked` is false. A literal, because importing locales.ts would enlarge the script. */
const offLocale: typeof defaultLocale = "en-US";

/** Selector of the link to the other language in the list of languages. */
const otherLanguage = "a[data-locale]:not([aria-current=true])";

const root = document.documentElement;

/** Prefetched page, until a change of language uses it. */
let prefetched: { href: string; response: Promise<Document> } | undefined;

/** Aborts the last change of language, while it is pending or has failed. */
let changeController = new AbortController();

document.addEventListener("pointerdown", (event) => {
	if (event.button === 0) prefetch(event);
});
document.addEventListener("click", followLink);
// Switches react to the space bar.
document.addEventListener("keydown", (event) => {
	const link = findLink(event);
	if (event.key !== " " || link?.role !== "switch") return;
	event.preventDefault();
	link.click();
});

/** Requests the page and the script for a change of language when a press on its link, or on its list, begins. */
function prefetch({ target }: Event): void {
	const list = target instanceof Element ? target.closest("summary")?.parentElement : null;
	const link = findLink({ target: list?.querySelector(otherLanguage) ?? target });
	if (!link || keepsLanguage(link)) return;
	const href = link.pathname;
	// Requested when the list opened. A page that was requested earlier can be out of date.
	if (prefetched?.href === href && link.closest("details")?.open) return;
	const response = fetchPage(href);
	prefetched = { href, response };
	// The change reports a failure. A later change requests the page again.
	Promise.all([response, importScript()]).catch(() => {
		if (prefetched?.response === response) prefetched = undefined;
	});
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

/**
 * Returns the language link at the target of an event, or null for one that the browser must follow: it also does on a
 * page that it has translated, because it would translate the new texts, too. Translators change `lang`, and not `id`.
 */
function findLink({ target }: Pick<Event, "target">): HTMLAnchorElement | null {
	if (root.lang !== root.id || !(target instanceof Element)) return null;
	return target.closest<HTMLAnchorElement>("a[data-locale]:not([data-native])");
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
	const response = prefetched?.href === href ? prefetched.response : fetchPage(href);
	prefetched = undefined;
	changeController = new AbortController();
	const { signal } = changeController;
	showChoice(localeOf(link));
	importScript().then(
		({ changeLanguage }) => {
			if (!signal.aborted) changeLanguage(href, response, signal);
		},
		() => {
			if (!signal.aborted) location.replace(href + location.search + location.hash);
		},
	);
}

/** Imports the module that changes the language. It is not in the start script, which every visitor loads. */
const importScript = () => import("../replacePage.client.ts");

/** Stores the chosen locale, and makes the language switch show it. */
function showChoice(locale: string): void {
	// `localStorage` throws an error when the visitor's browser blocks storage.
	try {
		localStorage.locale = locale;
	} catch {}
	for (const control of document.querySelectorAll("[role=switch]"))
		control.ariaChecked = ariaCheckedFor(locale);
}

const localeOf = (link: HTMLElement): string => link.dataset.locale ?? "";

const ariaCheckedFor = (locale: string): string => String(locale !== offLocale);
