import { requirePart } from "../parts.client.ts";
import { fetchCounterpart, forgetCounterpart } from "./fetchCounterpart.client.ts";
import { languageFrameContract } from "./languageFrameContract.ts";
import { hasSameStylesAndScripts, swapPage } from "./swapPage.client.ts";

const { parts } = languageFrameContract;

/** Delay before the placeholder covers the main content, in milliseconds. */
const placeholderDelayMs = 150;

/** Identifier of the change of language in progress. Responses of earlier changes are ignored. */
let pendingId: symbol | undefined;

/** State of the placeholder that covers the main content. */
type PlaceholderState = "hidden" | "loading" | "failed";

/**
 * Changes the language of the page to `locale`.
 * @param controlId id of the element to focus afterwards
 */
export function changeLanguage(locale: string, href: string, controlId: string): void {
	if (locale === document.documentElement.lang) cancel();
	else void change(href, controlId);
}

async function change(href: string, controlId: string): Promise<void> {
	const id = Symbol(href);
	pendingId = id;
	const isCurrent = () => pendingId === id;
	setTimeout(() => {
		if (isCurrent()) setPlaceholder("loading");
	}, placeholderDelayMs);
	try {
		const next = await fetchCounterpart(href);
		if (isCurrent()) show(next, href, controlId);
	} catch (error) {
		if (isCurrent()) {
			// Prevents the timer above from changing the placeholder from `failed` to `loading`.
			pendingId = undefined;
			console.error(error);
			setPlaceholder("failed");
		}
	}
	forgetCounterpart();
}

function show(next: Document, href: string, controlId: string): void {
	if (!hasSameStylesAndScripts(next)) {
		// While the browser loads the page, `pendingId` stays set, so that the timer can still show the placeholder.
		location.replace(href + location.search + location.hash);
		return;
	}
	swapPage(next, href, controlId);
	pendingId = undefined;
}

function cancel(): void {
	setPlaceholder("hidden");
	pendingId = undefined;
}

function setPlaceholder(state: PlaceholderState): void {
	const main = document.querySelector("main");
	if (main) main.ariaBusy = String(state !== "hidden");
	requirePart(document.body, parts.placeholder, HTMLElement).hidden = state === "hidden";
	requirePart(document.body, parts.failure, HTMLElement).hidden = state !== "failed";
}
