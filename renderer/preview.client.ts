// Script of preview pages. It shows saved drafts without a reload, and links each text to its field in Contentful.
import { ContentfulLivePreview } from "@contentful/live-preview";
import { fetchPage } from "../components/fetchPage.client.ts";
import { hasSameStylesAndScripts } from "../components/hasSameStylesAndScripts.client.ts";
import { previewVersionName } from "../environment/preview.ts";
import { morphPage, recordServedBody } from "./morphPage.client.ts";
import { requestPolls } from "./requestPolls.client.ts";
import { computeRetryDelayMs, watchLiveVersion } from "./watchLiveVersion.client.ts";

const versionSelector = `meta[name="${previewVersionName}"]`;

const root = document.documentElement;
/** Whether `update` was called after the last fetch started. The page must then be fetched again. */
let isOutdated = false;
let isUpdating = false;
let hasRecordedResponse = false;

function update(): void {
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
	if (next.documentElement.lang !== root.lang) return;
	if (!hasSameStylesAndScripts(next)) {
		location.reload();
		return;
	}
	if (versionOf(next) !== versionOf(document)) {
		replaceInHead("title", next);
		replaceInHead(versionSelector, next);
		morphPage(next.body);
	} else if (!hasRecordedResponse) {
		recordServedBody(next.body);
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

function startFromPage(): void {
	hasRecordedResponse = false;
	// A copy in an inert document starts no custom elements and loads no pictures.
	recordServedBody(document.implementation.createHTMLDocument().importNode(document.body, true));
	update();
}

startFromPage();
// A change of `lang` means that the language switch has replaced the `<body>`, so `startFromPage` must run again.
new MutationObserver(startFromPage).observe(root, { attributeFilter: ["lang"] });
watchLiveVersion((version) => {
	if (version !== versionOf(document)) update();
});
// Browsers may freeze a background tab, which then misses new versions. So a tab updates when it becomes visible.
addEventListener("visibilitychange", () => {
	if (!document.hidden) update();
});
const requestPollAfterSave = requestPolls();
// Without `enableLiveUpdates`, `subscribe` has no effect. Outside of Contentful's editor, neither call has any.
ContentfulLivePreview.init({ locale: root.lang, enableInspectorMode: true, enableLiveUpdates: true });
// Called for entries that the page shows: the SDK looks for their ids in the page.
ContentfulLivePreview.subscribe("save", { callback: requestPollAfterSave });
