const timeoutMs = 8_000;

/** Sends a request to Brevo: https://developers.brevo.com/reference/getting-started-1 */
export function callBrevo(
	{ apiUrl, key }: { apiUrl: string; key: string },
	path: string,
	body: object,
): Promise<Response> {
	return fetch(`${apiUrl}/v3/${path}`, {
		method: "POST",
		headers: { "api-key": key, "content-type": "application/json", accept: "application/json" },
		body: JSON.stringify(body),
		signal: AbortSignal.timeout(timeoutMs),
		redirect: "error",
	});
}
