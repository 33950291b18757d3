import type { defaultLocale } from "../../content/locales.ts";
import { findAroundTarget, requirePart } from "../parts.client.ts";
import { SiteElement } from "../SiteElement.client.ts";
import { fetchCounterpart } from "./fetchCounterpart.client.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";

const { element, attributes, parts } = languageSwitchContract;

/** Locale for which `aria-checked` is false. A literal, because importing locales.ts would enlarge the script. */
const offLocale: typeof defaultLocale = "en-US";

/** Value of `MouseEvent.button` for the middle button. */
const middleButton = 1;

const root = document.documentElement;

/** Language of the page when the pointer was last pressed. */
let pressedLocale = root.lang;

/** Promise of the module that changes the language. Undefined before the first import, and after a failed import. */
let changeModule: Promise<typeof import("./changeLanguage.client.ts")> | undefined;

/** Custom element whose language links replace the content of the page without a navigation. */
export class LanguageSwitchElement extends SiteElement {
	protected connect(signal: AbortSignal): void {
		this.addEventListener("pointerdown", prefetch, { signal });
		this.addEventListener("focusin", prefetch, { signal });
		this.addEventListener("click", this.#choose, { signal });
		this.addEventListener("auxclick", this.#choose, { signal });
		this.addEventListener("keydown", followOnSpace, { signal });
		this.addEventListener("pointerup", repeatLostClick, { signal });
		addEventListener("pointerdown", rememberLocale, { signal });
	}

	#choose = (event: MouseEvent): void => {
		const link = findLink(event);
		// Ignores the right button, which `auxclick` also reports.
		if (!link || event.button > middleButton) return;
		const locale = chooseLocale(link);
		storeLocale(locale);
		const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
		const opensElsewhere = event.button === middleButton || hasModifier;
		if (opensElsewhere || link.hasAttribute(attributes.navigates)) return;
		event.preventDefault();
		const { id } = this.#focusControl(link);
		// Fetches the other language's page in parallel with the import of changeLanguage.client.ts.
		if (locale !== root.lang) void fetchCounterpart(link.href);
		showChoice(locale);
		importChange().then(
			(module) => module.changeLanguage(locale, link.href, id),
			() => location.assign(link.href),
		);
	};

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

/** Returns the locale that a click on the link chooses. */
function chooseLocale(link: HTMLAnchorElement): string {
	const locale = link.getAttribute(attributes.locale) ?? "";
	// `aria-checked` already shows the new locale while the other page loads. A second click then cancels the change.
	const isAlreadyShown = link.ariaChecked === ariaCheckedFor(locale);
	return isAlreadyShown ? root.lang : locale;
}

function ariaCheckedFor(locale: string): string {
	return String(locale !== offLocale);
}

/** Makes all language switches on the page show a locale, by setting `aria-checked`. */
function showChoice(locale: string): void {
	for (const control of document.querySelectorAll(`${element} [role=switch]`))
		control.ariaChecked = ariaCheckedFor(locale);
}

function storeLocale(locale: string): void {
	// `localStorage` throws an error when the visitor's browser blocks storage.
	try {
		localStorage.locale = locale;
	} catch {}
}

/** Imports changeLanguage.client.ts once, or again after a failed import. */
function importChange(): Promise<typeof import("./changeLanguage.client.ts")> {
	changeModule ??= import("./changeLanguage.client.ts").catch((error) => {
		changeModule = undefined;
		throw error;
	});
	return changeModule;
}

function prefetch(event: Event): void {
	const link = findLink(event);
	if (!link || link.hasAttribute(attributes.navigates) || chooseLocale(link) === root.lang) return;
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

/**
 * Clicks the link if the page changed its language between `pointerdown` and `pointerup`, because browsers then send no
 * `click`.
 */
function repeatLostClick(event: PointerEvent): void {
	const isMainButton = event.button === 0;
	if (isMainButton && pressedLocale !== root.lang) findLink(event)?.click();
}
