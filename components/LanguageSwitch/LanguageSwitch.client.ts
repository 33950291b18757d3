import type { defaultLocale } from "../../content/locales.ts";
import { find } from "../find.client.ts";

/**
 * Changes the language in place: the page's counterpart is fetched and takes its place.
 * Without this the switch is a link to the counterpart.
 */
const root = document.documentElement;

/** The locale in which the switch is off. The type alone is imported: the value would bring all facts about locales along. */
const offLocale: typeof defaultLocale = "en-US";

/** The change under way, which the next one replaces. */
let pending: { locale: string } | undefined;
/** Counterpart that is fetched when a press begins. */
let early: { href: string; parts: ReturnType<typeof loadParts> } | undefined;
/** The language in which a press began. */
let pressedIn = root.lang;

const linkOf = ({ target }: Event) => (target as Element).closest?.<HTMLAnchorElement>("a[data-locale]");

/** XMLHttpRequest parses a page without a trusted-types policy, which DOMParser would need. */
const fetchPage = (href: string) =>
	new Promise<Document>((resolve, reject) => {
		const request = new XMLHttpRequest();
		request.open("GET", href);
		request.responseType = "document";
		request.timeout = 20_000;
		request.onloadend = () =>
			request.status === 200 ? resolve(request.response) : reject(new Error(`${href} answers ${request.status}`));
		request.send();
	});

/** Fetches a page, and the code that puts it in place of this one. */
const loadParts = (href: string) => Promise.all([fetchPage(href), import("./swapPage.client.ts")]);

function fetchEarly(event: Event) {
	const link = linkOf(event);
	if (!link || link.dataset.plain || pending || link.dataset.locale === root.lang || early?.href === link.href) return;
	early = { href: link.href, parts: loadParts(link.href) };
	// It is fetched again when the link is followed.
	early.parts.catch(() => {
		early = undefined;
	});
}

function choose(event: MouseEvent) {
	const link = linkOf(event);
	if (!link || event.button > 1) return;
	let locale = link.dataset.locale as string;
	if (link.role === "switch" && pending?.locale === locale) locale = root.lang;
	try {
		localStorage.locale = locale;
	} catch {}
	if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.dataset.plain) return;
	event.preventDefault();
	const menu = link.closest("details");
	if (menu) menu.open = false;
	const control = (menu?.firstElementChild ?? link) as HTMLElement;
	control.focus();
	if (locale === root.lang) stay();
	else change(locale, link.href, control.id);
}

async function change(locale: string, href: string, controlId: string) {
	const mine = { locale };
	const isCurrent = () => pending === mine;
	pending = mine;
	showChoice(locale);
	setTimeout(() => isCurrent() && showPlaceholder(true), 150);
	try {
		const parts = early?.href === href ? early.parts : loadParts(href);
		const [next, { isOfSameVersion, swapPage }] = await parts;
		if (isCurrent()) {
			if (isOfSameVersion(next)) {
				swapPage(next, href, controlId);
				// Last, because the focus that is set above must not start a prefetch.
				pending = undefined;
			} else location.replace(href + location.search + location.hash);
		}
	} catch (error) {
		if (isCurrent()) {
			console.error(error);
			showPlaceholder(true, true);
			// A copy, so that the pending timer no longer matches and cannot hide the error.
			pending = { ...mine };
		}
	}
	early = undefined;
}

function stay() {
	showChoice(root.lang);
	showPlaceholder(false);
	pending = undefined;
}

function showChoice(locale: string) {
	find("language-switch").ariaChecked = String(locale !== offLocale);
}

/** Covers the content while a change is under way or has failed. The content keeps its room, and the reader their place. */
function showPlaceholder(isShown: boolean, hasFailed?: boolean) {
	find("content").ariaBusy = String(isShown);
	find("rendering").hidden = !isShown;
	(find("rendering").lastElementChild as HTMLElement).hidden = !hasFailed;
}

addEventListener("pointerdown", fetchEarly);
addEventListener("focusin", fetchEarly);
addEventListener("click", choose);
addEventListener("auxclick", choose);
// A press during which the page has changed has lost its link, and is no click.
addEventListener("pointerdown", () => {
	pressedIn = root.lang;
});
addEventListener("pointerup", (event) => pressedIn !== root.lang && linkOf(event)?.click());
// A link with the role of a switch must also react to the space bar.
addEventListener("keydown", (event) => {
	const link = linkOf(event);
	if (event.key !== " " || link?.role !== "switch") return;
	event.preventDefault();
	link.click();
});
