import { requirePart } from "../parts.client.ts";
import { fetchCounterpart, forgetCounterpart } from "./fetchCounterpart.client.ts";
import { languageFrameContract } from "./languageFrameContract.ts";
import { isOfSameVersion, swapPage } from "./swapPage.client.ts";

const { parts } = languageFrameContract;

/** Time after which a change shows the placeholder, in milliseconds. */
const placeholderDelayMs = 150;

/** Address of the page that is to be shown, while a change is under way or has failed. The next change replaces it. */
let pending: { href: string } | undefined;

/**
 * Shows the page in a language, in place of the one that is shown.
 * @param href address of the page in that language
 * @param controlId id of the element that has the focus afterwards
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
			// The timer no longer matches, so that it cannot hide the error.
			pending = undefined;
			console.error(error);
			showPlaceholder(true, true);
		}
	}
	forgetCounterpart();
}

function show(next: Document, href: string, controlId: string): void {
	if (!isOfSameVersion(next)) {
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

/** Shows or hides the placeholder. The content below it keeps its height, so the scroll position stays. */
function showPlaceholder(isShown: boolean, hasFailed = false): void {
	for (const main of document.querySelectorAll("main")) main.ariaBusy = String(isShown);
	requirePart(document.body, parts.placeholder, HTMLElement).hidden = !isShown;
	requirePart(document.body, parts.failure, HTMLElement).hidden = !hasFailed;
}
