import { requirePart } from "../parts.client.ts";
import { fetchCounterpart, forgetCounterpart } from "./fetchCounterpart.client.ts";
import { languageFrameContract } from "./languageFrameContract.ts";
import { hasSameStylesAndScripts, swapPage } from "./swapPage.client.ts";

const { parts } = languageFrameContract;

/**
 * Delay before the placeholder is shown, in milliseconds. A change of language that takes less time needs no
 * placeholder.
 */
const placeholderDelayMs = 150;

/**
 * Change of language in progress, or undefined when there is none. A response that belongs to an earlier change is
 * ignored.
 */
let pending: { href: string } | undefined;

/**
 * Changes the language of the page. When the page already has this language, cancels the pending change.
 * @param controlId id of the element to focus afterwards
 */
export function changeLanguage(locale: string, href: string, controlId: string): void {
	if (locale === document.documentElement.lang) cancel();
	else void change(href, controlId);
}

async function change(href: string, controlId: string): Promise<void> {
	const current = { href };
	pending = current;
	const isCurrent = () => pending === current;
	setTimeout(() => {
		if (isCurrent()) showPlaceholder(true);
	}, placeholderDelayMs);
	try {
		const next = await fetchCounterpart(href);
		if (isCurrent()) show(next, href, controlId);
	} catch (error) {
		if (isCurrent()) {
			// Ends the change, so that the timer above cannot call `showPlaceholder` again and hide the error.
			pending = undefined;
			console.error(error);
			showPlaceholder(true, true);
		}
	}
	forgetCounterpart();
}

function show(next: Document, href: string, controlId: string): void {
	if (!hasSameStylesAndScripts(next)) {
		location.replace(href + location.search + location.hash);
		return;
	}
	swapPage(next, href, controlId);
	pending = undefined;
}

function cancel(): void {
	showPlaceholder(false);
	pending = undefined;
}

/** Shows or hides the placeholder that covers the main content. */
function showPlaceholder(isShown: boolean, hasFailed = false): void {
	for (const main of document.querySelectorAll("main")) main.ariaBusy = String(isShown);
	requirePart(document.body, parts.placeholder, HTMLElement).hidden = !isShown;
	requirePart(document.body, parts.failure, HTMLElement).hidden = !hasFailed;
}
