import { fetchPage, hasStylesAndScriptsOf } from "../../components/fetchPage.client.ts";
import { findPreviewSource, morphPage } from "./morphPage.client.ts";

/**
 * Delays before the requests after a save, in milliseconds. Contentful's preview API may respond with the state before
 * the save for some hundred milliseconds, so an unchanged page is requested again.
 */
const requestDelaysMs = [0, 300, 700];

/** Number of saves since the page was opened. */
let saveCount = 0;

/** Fetches the page after a save, and shows the saved draft in place. */
export async function updatePage(): Promise<void> {
	saveCount++;
	const save = saveCount;
	for (const delayMs of requestDelaysMs) {
		await new Promise((resolve) => setTimeout(resolve, delayMs));
		const { page } = await fetchPage(location.href);
		// A later save sends requests of its own, whose response may already be shown.
		const isOutdated = save !== saveCount;
		if (isOutdated || (page && show(page))) return;
	}
}

/**
 * Shows a fetched page.
 * @returns false when the page is unchanged, or is no preview, such as the error page of a proxy
 */
function show(next: Document): boolean {
	const nextSource = findPreviewSource(next);
	const source = findPreviewSource(document);
	if (!nextSource || !source || source.content.isEqualNode(nextSource.content)) return false;
	// The visitor has changed the language during the request.
	if (next.documentElement.id !== document.documentElement.id) return true;
	if (!hasStylesAndScriptsOf(next)) {
		location.reload();
		return true;
	}
	document.title = next.title;
	source.replaceWith(nextSource.cloneNode(true));
	morphPage(next.body);
	return true;
}
