/** Longer than any page of the tests takes to load. */
const commandTimeoutMs = 30_000;

/** Session of a browser that a WebDriver server controls. https://www.w3.org/TR/webdriver2/#endpoints */
export class WebDriverSession {
	readonly #url: string;

	private constructor(url: string) {
		this.#url = url;
	}

	/** Starts a browser with the given capabilities. */
	static async start(driverUrl: string, capabilities: object): Promise<WebDriverSession> {
		const body = { capabilities: { alwaysMatch: capabilities } };
		const { sessionId } = await request<{ sessionId: string }>(
			"POST",
			`${driverUrl}/session`,
			body,
		);
		return new WebDriverSession(`${driverUrl}/session/${sessionId}`);
	}

	post<Value>(command: string, parameters: object = {}): Promise<Value> {
		return request("POST", `${this.#url}/${command}`, parameters);
	}

	/** Closes the browser. */
	async close(): Promise<void> {
		await request("DELETE", this.#url);
	}
}

async function request<Value>(method: string, url: string, parameters?: object): Promise<Value> {
	const response = await fetch(url, {
		method,
		body: parameters ? JSON.stringify(parameters) : null,
		signal: AbortSignal.timeout(commandTimeoutMs),
	});
	const { value } = (await response.json()) as { value: Value };
	if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
	return value;
}
