// Script of preview pages. It shows saved drafts without a reload, and links each text to its field in Contentful.
import { ContentfulLivePreview } from "@contentful/live-preview";
import { fetchPage } from "../../components/fetchPage.client.ts";
import { replacePage } from "../../components/replacePage.client.ts";
import { contentfulApps } from "../../environment/contentfulApps.ts";

/**
 * Delays before the requests after a save, in milliseconds. Contentful's preview API may respond with the state before
 * the save for some hundred milliseconds, so an unchanged page is requested again.
 */
const requestDelaysMs = [0, 300, 700];

const root = document.documentElement;

/** Number of saves since the page was opened. */
let saveCount = 0;

// Firefox has no `ancestorOrigins`, and `document.referrer`, with which the SDK replaces it, is empty after a link.
const target = location.ancestorOrigins ? {} : { targetOrigin: contentfulApps };
// `init` and `subscribe` have an effect only inside Contentful's editor. `subscribe` needs `enableLiveUpdates`.
ContentfulLivePreview.init({
	locale: root.id,
	enableInspectorMode: true,
	enableLiveUpdates: true,
	...target,
});
// Called for entries that the page shows. The SDK finds their ids in attributes, which `createSourceAttributes.ts` writes
// from the `source` that `parseContent.ts` adds.
ContentfulLivePreview.subscribe("save", { callback: updatePage });

/** Fetches the page after a save, and shows the saved draft in place. */
async function updatePage(): Promise<void> {
	saveCount++;
	const save = saveCount;
	for (const delayMs of requestDelaysMs) {
		await new Promise((resolve) => setTimeout(resolve, delayMs));
		const next = await fetchPage(location.href).catch(() => undefined);
		// A later save sends requests of its own, whose response may already be shown.
		const isOutdated = save !== saveCount;
		if (isOutdated || (next && show(next))) return;
	}
}

/**
 * Shows a fetched page.
 * @returns false when the page is unchanged, or is no preview, such as the error page of a proxy
 */
function show(next: Document): boolean {
	const version = next.body.dataset.preview;
	if (!version || version === document.body.dataset.preview) return false;
	// The visitor may have changed the language during the request.
	if (next.documentElement.id === root.id && !replacePage(next)) location.reload();
	return true;
}
