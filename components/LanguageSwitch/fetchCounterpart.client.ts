const requestTimeoutMs = 20_000;

/** Request of a counterpart that is under way, or whose page is not shown yet. */
let requested: { href: string; page: Promise<Document> } | undefined;

/** Fetches the counterpart of the page. A second call returns the page of the first, unless its request has failed. */
export function fetchCounterpart(href: string): Promise<Document> {
	if (requested?.href !== href) {
		const page = fetchPage(href);
		page.catch(forgetCounterpart);
		requested = { href, page };
	}
	return requested.page;
}

/** Makes the next call of `fetchCounterpart` fetch the page again. */
export function forgetCounterpart(): void {
	requested = undefined;
}

/** Fetches a page. XMLHttpRequest parses it without a trusted-types policy, which DOMParser would need. */
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
