import fc, { type Arbitrary } from "fast-check";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import subscribe from "../../api/newsletter.ts";
import type { MailStore } from "../../api/subscription/mailLimits.ts";
import { honeypotName } from "../../content/honeypot.ts";
import { startLoopback } from "../../demo/loopbackService.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";

/** Settings of fast-check. `timeout` limits the time of each run, in milliseconds. */
const runs = { numRuns: 10_000, timeout: 5_000 };
const timeout = 30 * 60_000;

/** Text that is in all personal data of the requests and in nothing else. */
const personal = "Zq7Personal";

let log = "";
beforeEach(() => {
	for (const method of ["debug", "error", "info", "log", "warn"] as const) {
		vi.spyOn(console, method).mockImplementation((...texts) => {
			log += `${texts.join(" ")}\n`;
		});
	}
});

const personalText = fc.string({ unit: "binary", maxLength: 60 }).map((text) => personal + text);
const address = personalText.map((text) => `${text.replace(/[\s\p{C}@]/gu, "")}@reader.example`);
const value = fc.oneof(personalText, address, fc.jsonValue(), fc.constant("x".repeat(5_000)));
const fields = fc.oneof(
	fc.record(
		{ email: value, name: value, locale: value, [honeypotName]: value },
		{ requiredKeys: [] },
	),
	fc.dictionary(fc.string(), value),
);
const toText = (input: unknown) => (typeof input === "string" ? input : JSON.stringify(input));
const toForm = (input: object) =>
	`${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, toText(value)]))}`;
const body: Arbitrary<string | Uint8Array> = fc.oneof(
	fields.map((input) => JSON.stringify(input)),
	fields.map(toForm),
	personalText,
	fc.uint8Array({ maxLength: 6_000 }),
	fc.integer({ min: 1, max: 400 }).map((depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`),
);

const types = ["application/json", "application/x-www-form-urlencoded"];
const headerNames =
	"content-length content-encoding accept-language origin sec-fetch-site consent-text";
const headerValues = [
	"-1",
	"0",
	"9999999",
	"gzip",
	"ru",
	"en;q=",
	"*",
	"null",
	"https://evil.example",
	"cross-site",
];
/** Request headers with meaningful or random values. */
const headers = fc.dictionary(
	fc.constantFrom(...headerNames.split(" ")),
	fc.oneof(fc.constantFrom(...headerValues), fc.string({ unit: "grapheme-ascii", maxLength: 80 })),
	{ maxKeys: 6 },
);
const request = fc.record({
	method: fc.oneof(
		{ weight: 6, arbitrary: fc.constant("POST") },
		fc.constantFrom("GET", "HEAD", "PUT", "PROPFIND"),
	),
	type: fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom(...types) },
		fc.constantFrom("multipart/form-data", ""),
	),
	headers,
	body,
});
type Input = typeof request extends Arbitrary<infer Value> ? Value : never;

const subscription = fc.record({ email: address, name: personalText }).map((fields): Input => {
	const body = JSON.stringify(fields);
	return { method: "POST", type: "application/json", headers: {}, body };
});

function toRequest({ method, type, headers, body }: Input): Request {
	const typeHeader = type === "" ? {} : { "content-type": type };
	const content = method === "GET" || method === "HEAD" ? {} : { body };
	return new Request("https://clinic.example/api/any", {
		method,
		headers: { ...typeHeader, ...headers },
		...content,
	} as RequestInit);
}

/**
 * Expects a documented status and all security headers. Expects no personal data and no stack trace in the body or the
 * log.
 */
async function expectSafeResponse(response: Response, statuses: number[]): Promise<void> {
	expect(statuses).toContain(response.status);
	for (const [name, text] of Object.entries(createSecurityHeaders({ url: "" }))) {
		if (name !== "Content-Security-Policy") expect(response.headers.get(name)).toBe(text);
	}
	expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
	expect(response.headers.get("cache-control")).toBe("no-store");
	const text = await response.text();
	expect(text + log).not.toMatch(
		/Zq7Personal|\bat .+:\d+:\d+|\/scripts\/|node:internal|node_modules/,
	);
	log = "";
	if (response.headers.get("content-type")?.startsWith("application/json")) {
		expect(typeof JSON.parse(text)).toBe("object");
	}
}

/** Response that the stand-in for Brevo sends next. */
let nextResponse = { status: 201, headers: {} as Record<string, string>, body: "" };
const brevo = await startLoopback({}, () => nextResponse);
afterAll(() => brevo.close());

test.each([true, false])(
	"the newsletter function responds to random requests without leaking data (with a provider: %s)",
	{ timeout },
	async (hasProvider) => {
		const keys = {
			BREVO_API_KEY: "k",
			BREVO_LIST_ID: "7",
			BREVO_TEMPLATE_ID_EN: "1",
			BREVO_TEMPLATE_ID_RU: "2",
		};
		for (const [name, text] of Object.entries({ ...keys, BREVO_API_URL: brevo.url })) {
			vi.stubEnv(name, hasProvider ? text : "");
		}
		const brevoResponses = fc.record({
			status: fc.constantFrom(200, 201, 301, 400, 401, 429, 500),
			headers: fc.constantFrom(
				{},
				{ "Content-Type": "text/html" },
				{ Location: "https://evil.example/" },
			),
			body: fc.oneof(
				fc.json(),
				fc.constant(`{"code":"duplicate_parameter","message":"${personal}"}`),
				fc.constant(`{"code":"${personal}\\n","message":"${personal}"}`),
			),
		});
		let storedCount = 0;
		const statuses = [200, 400, 403, 502, 503];
		await fc.assert(
			fc.asyncProperty(
				fc.oneof(subscription, request),
				brevoResponses,
				fc.nat(20),
				async (input, brevoResponse, chance) => {
					nextResponse = brevoResponse;
					const isDiskFull = chance === 0;
					const outbox = async () => {
						if (isDiskFull) throw new Error("ENOSPC: no space left on device, write");
						storedCount++;
					};
					const mailStore: MailStore = { update: async (_, change) => void change() };
					const context = { outbox, mailStore };
					await expectSafeResponse(await subscribe(toRequest(input), context), statuses);
				},
			),
			runs,
		);
		expect(storedCount > 0).toBe(!hasProvider);
	},
);
