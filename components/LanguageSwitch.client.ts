import { find } from "./find.client.ts";

/**
 * Changes the language in place: the page's counterpart is fetched and takes its place, at the same position.
 * Without this the switch is a link to the counterpart.
 */
const root = document.documentElement;

/** The change under way; a newer one takes its place. `top` is where the page was before the placeholder. */
type Change = { locale: string; top: number | undefined };
let pending: Change | undefined;
/** What was asked for when a press began. */
let early: { href: string; page: Promise<Document> } | undefined;
/** The language in which a press began. */
let pressedIn = root.lang;

/** What may be an input, or the inside of a section. */
type Part = HTMLInputElement & { parentElement: HTMLDetailsElement };

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

function fetchEarly(event: Event) {
	const link = linkOf(event);
	if (!link || link.dataset.plain || pending || link.dataset.locale === root.lang || early?.href === link.href) return;
	early = { href: link.href, page: fetchPage(link.href) };
	// It is asked for again when the link is followed.
	early.page.catch(() => {
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
	const mine = { locale, top: pending?.top };
	const isCurrent = () => pending === mine;
	pending = mine;
	showChoice(locale);
	setTimeout(() => isCurrent() && showPlaceholder(true), 150);
	try {
		const next = await (early?.href === href ? early.page : fetchPage(href));
		if (isCurrent()) {
			if (isOfSameVersion(next)) swap(next, href, controlId);
			else location.replace(href + location.search + location.hash);
		}
	} catch (error) {
		if (isCurrent()) {
			console.error(error);
			showPlaceholder(true, true);
			// Not the same any more: it is not under way, and the placeholder is as it should be.
			pending = { ...mine };
		}
	}
	early = undefined;
}

function stay() {
	showChoice(root.lang);
	if (pending?.top !== undefined) {
		showPlaceholder(false);
		scrollTo(0, pending.top);
	}
	pending = undefined;
}

function showChoice(locale: string) {
	find("language-switch").ariaChecked = String(locale === "ru");
}

/** While a change is under way or has failed; then with a link under it. */
function showPlaceholder(isShown: boolean, hasFailed?: boolean) {
	(pending as Change).top ??= scrollY;
	find("content").hidden = isShown;
	find("rendering").hidden = !isShown;
	(find("rendering").lastElementChild as HTMLElement).hidden = !hasFailed;
}

/** Whether a page has the styles and the scripts of this one: not when the site was published anew meanwhile. */
const isOfSameVersion = (next: Document) =>
	[...next.querySelectorAll("head > :is(style, [data-entry])")].every(({ outerHTML }) =>
		document.head.innerHTML.includes(outerHTML),
	);

/** Everything but styles and scripts is of the other language; those are the same in both. */
function swap(next: Document, href: string, controlId: string) {
	showPlaceholder(false);
	// What was typed stays typed, and what was open or shown stays so: ids are the same in both languages.
	for (const old of document.querySelectorAll<Part>("[id]")) {
		const now = next.getElementById(old.id) as Part | null;
		if (!now) continue;
		if (old.value) now.value = old.value;
		now.hidden = old.hidden;
		if (old.parentElement.open) now.parentElement.open = true;
	}
	const isMenuOpen = document.querySelector("#menu:popover-open");
	const own = (page: Document) => page.querySelectorAll("head > :not(style, script, [rel=stylesheet], [rel=preload])");
	for (const element of own(document)) element.remove();
	document.head.append(...own(next));
	root.lang = next.documentElement.lang;
	document.body.replaceChildren(...next.body.childNodes);
	history.replaceState(null, "", href + location.search + location.hash);

	if (isMenuOpen) find("menu").showPopover();
	find(controlId).focus({ preventScroll: true });
	scrollTo({ top: (pending as Change).top as number, behavior: "instant" });
	// Not before: focus that is set here is no sign of a visitor.
	pending = undefined;
	const status = find("language-status");
	setTimeout(() => status.append(status.dataset.message as string), 100);
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
// What looks like a switch is pressed with the space bar, too.
addEventListener("keydown", (event) => {
	const link = linkOf(event);
	if (event.key !== " " || link?.role !== "switch") return;
	event.preventDefault();
	link.click();
});
