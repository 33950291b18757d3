import type { defaultLocale } from "../../content/locales.ts";
import { findAroundTarget, requirePart } from "../parts.client.ts";
import { SiteElement } from "../SiteElement.client.ts";
import { fetchCounterpart } from "./fetchCounterpart.client.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";

const { element, attributes, parts } = languageSwitchContract;

/**
 * Locale in which the switch is off. Only the type of `defaultLocale` is imported, so that browsers do not load its
 * module.
 */
const offLocale: typeof defaultLocale = "en-US";

const root = document.documentElement;

/** Language of the page at the last `pointerdown` event. */
let pressedLocale = root.lang;

/** Import of the module that changes the language. Undefined until it is needed, and after a failure. */
let changeModule: Promise<typeof import("./changeLanguage.client.ts")> | undefined;

/**
 * Changes the language without a navigation when a visitor follows a language link. Without script, the links navigate.
 */
export class LanguageSwitchElement extends SiteElement {
	protected connect(signal: AbortSignal): void {
		this.addEventListener("pointerdown", prefetch, { signal });
		this.addEventListener("focusin", prefetch, { signal });
		this.addEventListener("click", this.#choose, { signal });
		this.addEventListener("auxclick", this.#choose, { signal });
		this.addEventListener("keydown", followOnSpace, { signal });
		this.addEventListener("pointerup", followAfterSwap, { signal });
		addEventListener("pointerdown", rememberLocale, { signal });
	}

	#choose = (event: MouseEvent): void => {
		const link = findLink(event);
		if (!link || event.button > 1) return;
		const locale = chosenLocale(link);
		storeLocale(locale);
		const opensElsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
		if (opensElsewhere || link.hasAttribute(attributes.navigates)) return;
		event.preventDefault();
		const { id } = this.#focusControl(link);
		prefetchLinked(link);
		showChoice(locale);
		importChange().then(
			(module) => module.changeLanguage(locale, link.href, id),
			() => location.assign(link.href),
		);
	};

	/**
	 * Focuses the control that stays visible after a choice: the link itself, or the title of the list that contains the
	 * link.
	 * Closes that list.
	 */
	#focusControl(link: HTMLElement): HTMLElement {
		const list = link.closest("details");
		if (list) list.open = false;
		const control = list ? requirePart(this, parts.listTitle, HTMLElement) : link;
		control.focus();
		return control;
	}
}

function findLink(event: Event): HTMLAnchorElement | undefined {
	return findAroundTarget(event, `a[${attributes.locale}]`, HTMLAnchorElement);
}

/**
 * Returns the locale that a click on a link chooses. A second click on a switch returns to the language of the page.
 */
function chosenLocale(link: HTMLAnchorElement): string {
	const locale = link.getAttribute(attributes.locale) ?? "";
	return link.ariaChecked === isOn(locale) ? root.lang : locale;
}

/** Returns the value of `aria-checked` for a locale. */
function isOn(locale: string): string {
	return String(locale !== offLocale);
}

/** Sets `aria-checked` of all language switches on the page. */
function showChoice(locale: string): void {
	for (const control of document.querySelectorAll(`${element} [role=switch]`)) control.ariaChecked = isOn(locale);
}

function storeLocale(locale: string): void {
	// Throws when the visitor's browser blocks storage.
	try {
		localStorage.locale = locale;
	} catch {}
}

/**
 * Imports the module that changes the language, and returns the same promise until the import fails. A new `import()`
 * would
 * delay each click. Meanwhile an earlier click could change the page, so the later click would act on the wrong page.
 */
function importChange(): Promise<typeof import("./changeLanguage.client.ts")> {
	changeModule ??= import("./changeLanguage.client.ts").catch((error) => {
		changeModule = undefined;
		throw error;
	});
	return changeModule;
}

function prefetch(event: Event): void {
	const link = findLink(event);
	if (link) prefetchLinked(link);
}

/** Fetches the page of a link, and the module that shows it. After a failure, a click on the link fetches again. */
function prefetchLinked(link: HTMLAnchorElement): void {
	if (link.hasAttribute(attributes.navigates) || chosenLocale(link) === root.lang) return;
	void fetchCounterpart(link.href);
	importChange().catch(() => {});
}

/** Follows a link with the role `switch` when the space bar is pressed, because switches react to the space bar. */
function followOnSpace(event: KeyboardEvent): void {
	const link = findLink(event);
	if (event.key !== " " || link?.role !== "switch") return;
	event.preventDefault();
	link.click();
}

function rememberLocale(): void {
	pressedLocale = root.lang;
}

/** Follows a link that has replaced the pressed one since `pointerdown`. The browser fires no `click` event for it. */
function followAfterSwap(event: Event): void {
	if (pressedLocale !== root.lang) findLink(event)?.click();
}
