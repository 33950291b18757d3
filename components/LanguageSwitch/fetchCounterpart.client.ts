const requestTimeoutMs = 20_000;

/** Pending or completed request for the page in the other language. Undefined when there is none. */
let requested: { href: string; page: Promise<Document> } | undefined;

/**
 * Fetches the page in the other language. Calls with the same address share one request, until the request fails or
 * `forgetCounterpart` is called.
 */
export function fetchCounterpart(href: string): Promise<Document> {
	if (requested?.href !== href) {
		const page = fetchPage(href);
		page.catch(forgetCounterpart);
		requested = { href, page };
	}
	return requested.page;
}

/** Drops the stored request, so that `fetchCounterpart` sends a new one. */
export function forgetCounterpart(): void {
	requested = undefined;
}

/** Fetches a page with XMLHttpRequest, which also parses it. `DOMParser` would need a trusted-types policy. */
function fetchPage(href: string): Promise<Document> {
	return new Promise((resolve, reject) => {
		const request = new XMLHttpRequest();
		request.open("GET", href);
		request.responseType = "document";
		request.timeout = requestTimeoutMs;
		request.onloadend = () => {
			if (request.status === 200) resolve(request.response);
			else reject(new Error(`${href} answers ${request.status}`));
		};
		request.send();
	});
}
