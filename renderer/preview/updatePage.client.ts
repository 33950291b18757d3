import { fetchPage, hasStylesAndScriptsOf } from "../../components/fetchPage.client.ts";
import { previewVersionName, retryDelayMs } from "../../environment/preview.ts";
import { isPageCopyRecorded, morphPage, recordPageCopy, recordResponse } from "./morphPage.client.ts";

const versionSelector = `meta[name="${previewVersionName}"]`;

/** Whether `updatePage` was called after the last fetch started. The page must then be fetched again. */
let isOutdated = false;
let isUpdating = false;

/** Records a copy of the page, and fetches the response that replaces the copy (see `morphPage.client.ts`). */
export function recordCopyAndUpdate(): void {
	recordPageCopy();
	updatePage();
}

/** Updates the page to the live version of the site, unless the page already shows `version`. */
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
	while (isOutdated) {
		isOutdated = false;
		try {
			const { status, page } = await fetchPage(location.href);
			// A page without a version is an error page of a proxy, so the fetch is repeated.
			if (!page || !versionOf(page)) {
				throw new Error(`The preview could not load ${location.href} (status ${status}) and retries.`);
			}
			show(page);
		} catch (error) {
			console.warn(error);
			isOutdated = true;
			await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
		}
	}
	isUpdating = false;
}

function show(next: Document): void {
	// Languages differ when the visitor has changed the language during the fetch. `preview.client.ts` has then called
	// `recordCopyAndUpdate` again, so this response is ignored.
	if (next.documentElement.id !== document.documentElement.id) return;
	if (!hasStylesAndScriptsOf(next)) {
		location.reload();
		return;
	}
	if (versionOf(next) !== versionOf(document)) {
		replaceInHead("title", next);
		replaceInHead(versionSelector, next);
		morphPage(next.body);
	} else if (isPageCopyRecorded()) {
		recordResponse(next.body);
	}
}

function replaceInHead(selector: string, next: Document): void {
	const element = next.head.querySelector(selector);
	if (element) document.head.querySelector(selector)?.replaceWith(element);
}

/** Returns the id of the version that a preview page belongs to, or undefined for other pages. */
function versionOf(page: Document): string | undefined {
	return page.querySelector<HTMLMetaElement>(versionSelector)?.content;
}
