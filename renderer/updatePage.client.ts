import { fetchPage } from "../components/fetchPage.client.ts";
import { hasStylesAndScriptsOf } from "../components/hasStylesAndScriptsOf.client.ts";
import { previewVersionName } from "../environment/preview.ts";
import { morphPage, recordLastResponse } from "./morphPage.client.ts";
import { computeRetryDelayMs } from "./watchLiveVersion.client.ts";

const versionSelector = `meta[name="${previewVersionName}"]`;

/** Whether `updatePage` was called after the last fetch started. The page must then be fetched again. */
let isOutdated = false;
let isUpdating = false;
/** Whether a response of the server is recorded. Until then, a copy of the page is recorded instead. */
let hasRecordedResponse = false;

/** Updates the page to the given version of the site, unless it shows that version already. */
export function updatePageTo(version: string): void {
	if (version !== versionOf(document)) updatePage();
}

/** Updates the page to the live version of the site. */
export function updatePage(): void {
	isOutdated = true;
	if (!isUpdating) void updateUntilCurrent();
}

/** Fetches and shows the page, one request at a time, because parallel responses could arrive in any order. */
async function updateUntilCurrent(): Promise<void> {
	isUpdating = true;
	let failures = 0;
	while (isOutdated) {
		isOutdated = false;
		try {
			const { status, page } = await fetchPage(location.href);
			// A page without a version is an error page of a proxy, so the fetch is repeated.
			if (!page || !versionOf(page)) {
				throw new Error(`The preview could not load ${location.href} (status ${status}) and retries.`);
			}
			show(page);
			failures = 0;
		} catch (error) {
			console.warn(error);
			isOutdated = true;
			await new Promise((resolve) => setTimeout(resolve, computeRetryDelayMs(failures)));
			failures += 1;
		}
	}
	isUpdating = false;
}

function show(next: Document): void {
	// The visitor has changed the language during the fetch. The change of language has started another update, so this
	// response is ignored.
	if (next.documentElement.lang !== document.documentElement.lang) return;
	if (!hasStylesAndScriptsOf(next)) {
		location.reload();
		return;
	}
	if (versionOf(next) !== versionOf(document)) {
		replaceInHead("title", next);
		replaceInHead(versionSelector, next);
		morphPage(next.body);
	} else if (!hasRecordedResponse) {
		recordLastResponse(next.body);
	}
	hasRecordedResponse = true;
}

function replaceInHead(selector: string, next: Document): void {
	const element = next.head.querySelector(selector);
	if (element) document.head.querySelector(selector)?.replaceWith(element);
}

/** Returns the id of the build that rendered a preview page, or undefined for other pages. */
function versionOf(page: Document): string | undefined {
	return page.querySelector<HTMLMetaElement>(versionSelector)?.content;
}

/** Makes the present content of the page the one that the next update changes, and updates the page. */
export function startUpdates(): void {
	hasRecordedResponse = false;
	// A copy in an inert document starts no custom elements and loads no pictures.
	recordLastResponse(document.implementation.createHTMLDocument().importNode(document.body, true));
	updatePage();
}
