/**
 * Time-outs of requests that send something and of others, in milliseconds. The first is long, because a mail can have
 * been sent when its request is given up. Functions on Netlify have 60 s:
 * https://docs.netlify.com/build/functions/configuration/
 */
const [sendTimeoutMs, readTimeoutMs] = [20_000, 5_000];

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
		signal: AbortSignal.timeout(body ? sendTimeoutMs : readTimeoutMs),
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

/** Names and codes of errors that leave no doubt: Brevo has refused the request, or has not been reached. */
const certainFailures = [
	"Error",
	"ECONNREFUSED",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"ENOTFOUND",
	"EAI_AGAIN",
	"UND_ERR_CONNECT_TIMEOUT",
];

/** Checks whether Brevo may have carried out a request that failed with this error. */
export function isOutcomeUnknown({ name, cause }: Error): boolean {
	return !certainFailures.includes((cause as NodeJS.ErrnoException | undefined)?.code ?? name);
}
