const timeoutMs = 20_000;

/** Response to the request for a page. `page` is null, and `status` is 0, when the network fails or times out. */
export type FetchedPage = { status: number; page: Document | null };

/** Fetches a page with XMLHttpRequest, which also parses it. `DOMParser` would need a trusted-types policy. */
export function fetchPage(url: string): Promise<FetchedPage> {
	return new Promise((resolve) => {
		const request = new XMLHttpRequest();
		request.open("GET", url);
		request.responseType = "document";
		request.timeout = timeoutMs;
		request.onloadend = () => resolve({ status: request.status, page: request.response });
		request.send();
	});
}

/**
 * CSS selector of the styles, and of the inline script that loads the page's other scripts.
 * `scripts/render/vikeTags.ts` inlines the styles, and writes the script's URL into `data-entry`.
 */
const codeSelector = "head > :is(style, [data-entry])";

/**
 * Checks whether the current page has all styles and scripts of a fetched page, so that the fetched page's content can
 * replace its own. After a deploy of changed code, some can be missing.
 */
export function hasStylesAndScriptsOf(fetched: Document): boolean {
	const codeElements = [...fetched.querySelectorAll(codeSelector)];
	return codeElements.every(({ outerHTML }) => document.head.innerHTML.includes(outerHTML));
}
