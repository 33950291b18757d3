// Script of the pages of a preview. It shows saved drafts in place, and links each text to its field in Contentful.
import { ContentfulLivePreview } from "@contentful/live-preview";
import { isOfSameVersion } from "../components/LanguageSwitch/swapPage.client.ts";
import { previewVersionName } from "../site/preview.ts";
import { followLiveVersion } from "./followLiveVersion.client.ts";
import { morphPage, recordServedBody } from "./morphPage.client.ts";
import { retryDelayMs } from "./retryDelayMs.client.ts";

const requestTimeoutMs = 20_000;

const versionSelector = `meta[name="${previewVersionName}"]`;

const root = document.documentElement;
/** Whether drafts may have changed since the page was rendered. */
let isOutdated = false;
let isUpdating = false;
/** Whether the source that `recordServedBody` recorded is the server's response, and not yet a copy of the page. */
let isSourceExact = false;

function update(): void {
	isOutdated = true;
	if (!isUpdating) void updateUntilCurrent();
}

/** Fetches one page at a time, so that an older one cannot arrive after a newer one. */
async function updateUntilCurrent(): Promise<void> {
	isUpdating = true;
	let failures = 0;
	while (isOutdated) {
		isOutdated = false;
		try {
			show(await fetchPage());
			failures = 0;
		} catch (error) {
			console.warn(error);
			isOutdated = true;
			await new Promise((resolve) => setTimeout(resolve, retryDelayMs(failures)));
			failures += 1;
		}
	}
	isUpdating = false;
}

/** Fetches the page again. XMLHttpRequest parses it without a trusted-types policy, which DOMParser would need. */
function fetchPage(): Promise<Document> {
	return new Promise((resolve, reject) => {
		const request = new XMLHttpRequest();
		request.open("GET", location.href);
		request.responseType = "document";
		request.timeout = requestTimeoutMs;
		request.onloadend = () => {
			const { status } = request;
			const page: Document | null = request.response;
			// The page of a 404 is one of the preview. The error page of a proxy has no version.
			if (page && versionOf(page)) resolve(page);
			else reject(new Error(`The preview could not load ${location.href} (status ${status}) and retries.`));
		};
		request.send();
	});
}

function show(next: Document): void {
	// The language was changed while the page was loading. That change has started another update.
	if (next.documentElement.lang !== root.lang) return;
	if (!isOfSameVersion(next)) {
		location.reload();
		return;
	}
	if (versionOf(next) !== versionOf(document)) {
		replaceInHead("title", next);
		replaceInHead(versionSelector, next);
		morphPage(next.body);
	} else if (!isSourceExact) {
		recordServedBody(next.body);
	}
	isSourceExact = true;
}

function replaceInHead(selector: string, next: Document): void {
	const element = next.head.querySelector(selector);
	if (element) document.head.querySelector(selector)?.replaceWith(element);
}

/** Returns the version that a page shows, or undefined when it is no page of a preview. */
function versionOf(page: Document): string | undefined {
	return page.querySelector<HTMLMetaElement>(versionSelector)?.content;
}

/**
 * Records a copy of the page as its source, and requests the server's response, which scripts have not changed. The copy
 * belongs to an inert document, where custom elements do not start and pictures are not loaded.
 */
function startFromPage(): void {
	isSourceExact = false;
	recordServedBody(document.implementation.createHTMLDocument().importNode(document.body, true));
	update();
}

startFromPage();
// A change of language replaces the body.
new MutationObserver(startFromPage).observe(root, { attributeFilter: ["lang"] });
followLiveVersion((version) => {
	if (version !== versionOf(document)) update();
});
// A tab in the background may have been frozen, and has then missed messages of other tabs.
addEventListener("visibilitychange", () => {
	if (!document.hidden) update();
});
ContentfulLivePreview.init({ locale: root.lang, enableInspectorMode: true, enableLiveUpdates: false });
