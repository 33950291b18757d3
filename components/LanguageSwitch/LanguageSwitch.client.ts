import type { defaultLocale } from "../../content/locales.ts";
import { findAroundTarget, requirePart } from "../parts.client.ts";
import { SiteElement } from "../SiteElement.client.ts";
import { fetchCounterpart } from "./fetchCounterpart.client.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";

const { element, attributes, parts } = languageSwitchContract;

/** Locale in which the switch is off. Imported as a type, because the module has facts that browsers do not need. */
const offLocale: typeof defaultLocale = "en-US";

const root = document.documentElement;

/** Language of the page when the pointer was pressed last. */
let pressedLocale = root.lang;

/** Module that changes the language, from its first request on. */
let changeModule: Promise<typeof import("./changeLanguage.client.ts")> | undefined;

/** Changes the language in place when one of its links is followed. Without script the links navigate. */
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
	 * Focuses the control that stays after a choice: the link, or the title of the list that the link is in, which closes.
	 * @returns the control
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

/** Returns the locale that a press on a link chooses. A switch that shows the other locale is switched back. */
function chosenLocale(link: HTMLAnchorElement): string {
	const locale = link.getAttribute(attributes.locale) ?? "";
	return link.ariaChecked === isOn(locale) ? root.lang : locale;
}

/** Returns the state of the switch in a locale, as `aria-checked` has it. */
function isOn(locale: string): string {
	return String(locale !== offLocale);
}

/** Shows the chosen locale in all switches of the page. */
function showChoice(locale: string): void {
	for (const control of document.querySelectorAll(`${element} [role=switch]`)) control.ariaChecked = isOn(locale);
}

function storeLocale(locale: string): void {
	// A browser that refuses the storage throws.
	try {
		localStorage.locale = locale;
	} catch {}
}

/**
 * Loads the module that changes the language, and once more after a failure. Another `import()` of a loaded module would take
 * time in which a counterpart may replace the page, so that a press would be carried out on the wrong page.
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

/** Requests the page of a link, and the module that shows it. A request that fails is repeated when the link is followed. */
function prefetchLinked(link: HTMLAnchorElement): void {
	if (link.hasAttribute(attributes.navigates) || chosenLocale(link) === root.lang) return;
	void fetchCounterpart(link.href);
	importChange().catch(() => {});
}

/** Follows a link with the role of a switch on the space bar, as other switches. */
function followOnSpace(event: KeyboardEvent): void {
	const link = findLink(event);
	if (event.key !== " " || link?.role !== "switch") return;
	event.preventDefault();
	link.click();
}

function rememberLocale(): void {
	pressedLocale = root.lang;
}

/** Follows a link whose page was replaced during the press: the browser sends no click for it. */
function followAfterSwap(event: Event): void {
	if (pressedLocale !== root.lang) findLink(event)?.click();
}
