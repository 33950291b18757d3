import { requirePart } from "../parts.client.ts";
import { replacePage } from "../replacePage.client.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";

const { attributes, parts } = languageSwitchContract;

/** Delay before the placeholder covers the main content, in milliseconds. */
const placeholderDelayMs = 150;

// Requests the heading fonts of both languages before the change, because this page would not use a later font.
for (const family of ["Literata", '"Literata Cyrillic"'])
	document.fonts.load(`1em ${family}`, "1").catch(() => {});

/**
 * Changes the language of the page. A failed change keeps the placeholder until `signal` is aborted.
 * @param response page at `href`
 * @param signal is aborted when the visitor revokes the change, or starts another one
 */
export async function changeLanguage(
	href: string,
	response: Promise<Document>,
	signal: AbortSignal,
): Promise<void> {
	if (signal.aborted) return;
	const timer = setTimeout(() => setPlaceholder("loading"), placeholderDelayMs);
	signal.addEventListener("abort", () => {
		clearTimeout(timer);
		setPlaceholder("hidden");
	});
	const address = href + location.search + location.hash;
	try {
		const next = await response;
		if (signal.aborted) return;
		clearTimeout(timer);
		setPlaceholder("hidden");
		if (!replacePage(next)) {
			// Inputs and open sections are lost.
			setPlaceholder("loading");
			location.replace(address);
			return;
		}
		history.replaceState(null, "", address);
		const status = requirePart(document.body, parts.status, HTMLElement);
		status.textContent = status.getAttribute(attributes.message);
	} catch (error) {
		if (signal.aborted) return;
		clearTimeout(timer);
		console.error(error);
		// The open menu would cover the link of the placeholder. Browsers without popovers have no `hidePopover`.
		document.querySelector<HTMLElement>("[popover]")?.hidePopover?.();
		setPlaceholder("failed");
	}
}

function setPlaceholder(state: "hidden" | "loading" | "failed"): void {
	requirePart(document.body, parts.placeholder, HTMLElement).hidden = state === "hidden";
	requirePart(document.body, parts.failure, HTMLElement).hidden = state !== "failed";
	for (const main of document.querySelectorAll("main")) main.ariaBusy = String(state !== "hidden");
}
