const timeoutMs = 8_000;

/** Sends a request to Brevo, GET or with a body POST: https://developers.brevo.com/reference/getting-started-1 */
export function callBrevo(
	{ apiUrl, key }: { apiUrl: string; key: string },
	path: string,
	body?: object,
): Promise<Response> {
	return fetch(`${apiUrl}/v3/${path}`, {
		method: body ? "POST" : "GET",
		headers: { "api-key": key, "content-type": "application/json", accept: "application/json" },
		body: body ? JSON.stringify(body) : null,
		signal: AbortSignal.timeout(timeoutMs),
		redirect: "error",
	});
}

type Sender = { email: string; active: boolean };

/**
 * Reads the addresses of the active senders: https://developers.brevo.com/reference/get-senders
 * @throws TypeError when the response has no list of senders
 */
export async function readSenders(response: Response): Promise<string[]> {
	const { senders }: { senders: Sender[] } = await response.json();
	return senders.filter(({ active }) => active).map(({ email }) => email.toLowerCase());
}
