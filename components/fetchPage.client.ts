const timeoutMs = 20_000;

/**
 * Fetches a page with XMLHttpRequest, which also parses it. `DOMParser` would need a trusted-types policy.
 * @throws Error when the network fails or times out, or the response is no page
 */
export function fetchPage(url: string): Promise<Document> {
	return new Promise((resolve, reject) => {
		const request = new XMLHttpRequest();
		request.open("GET", url);
		request.responseType = "document";
		request.timeout = timeoutMs;
		request.onloadend = () => {
			const { status, response } = request;
			if (status === 200 && response) resolve(response);
			else reject(new Error(`${url} answers ${status}`));
		};
		request.send();
	});
}
