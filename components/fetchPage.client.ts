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
