import type { Intercept } from "../../demo/loopbackService.ts";
import { answering, breaking, dripping, silent, truncating, when } from "./misbehaviour.ts";
import { key, token } from "./services.ts";

/** One row of the fault tables in docs/reliability.md: a pull in services.test.ts, three builds in reliability.test.ts. */
export type FaultRow = {
	service: "Contentful" | "Contentful's files" | "Stripe" | "The machine";
	what: string;
	/** What the log and the status of the rebuild say, word for word, or the line that a fault leaves which passes. */
	told: string;
	/** Whether the build gives up, or goes on, at the first answer, without asking again. */
	isFinal?: boolean;
	/** Whether the build goes on: the fault is over at the second attempt, or costs no more than its own place. */
	passes?: boolean;
	/** How the service misbehaves for requests whose address holds `at`. */
	how?: Intercept;
	at: string;
	/** What becomes of the service's address. */
	address?: (url: string) => string;
	/** What the disk answers to whoever writes. */
	disk?: "ENOSPC" | "EROFS";
	/** Whether the fault is one of time, and tests are to wait less than usual. */
	slow?: boolean;
};

/** Lets the service misbehave as a row says: once, where it passes by itself. Made anew for each build. */
export const misbehaving = ({ how, at, passes, isFinal }: FaultRow) =>
	how && when(at, how, passes && !isFinal ? 1 : undefined);

const nowhere = () => "http://127.0.0.1:1";
// No such name can exist: https://www.rfc-editor.org/rfc/rfc2606#section-2
const unknownName = () => "http://service.invalid";
// The service speaks no TLS, so that the handshake fails.
const withTls = (url: string) => url.replace("http:", "https:");
const html = { "Content-Type": "text/html" };
const inProxysWords = answering(503, "<h1>Sorry</h1>", html);

type Service = Pick<FaultRow, "service" | "at"> & {
	refusals: [status: number, told: string][];
	/** In the form that the service documents for errors, with what must be told to nobody. */
	error: unknown;
	api: string;
};

const contentful: Service = {
	service: "Contentful",
	at: "/entries",
	error: { sys: { type: "Error", id: "Fault" }, message: token, requestId: "1" },
	api: "CONTENTFUL_API_URL",
	refusals: [
		[401, "it refuses the access token (401). Check CONTENTFUL_DELIVERY_TOKEN"],
		[403, "it refuses the access token (403). Check CONTENTFUL_DELIVERY_TOKEN"],
		[404, "it does not know the space or the environment (404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT"],
	],
};

const stripe: Service = {
	service: "Stripe",
	at: "/v1/prices",
	error: { error: { type: "invalid_request_error", code: "fault", message: key } },
	api: "STRIPE_API_URL",
	refusals: [
		[401, "it refuses the key (401). Check STRIPE_API_KEY"],
		[403, "the key lacks a right (403). STRIPE_API_KEY needs Prices: Read and Products: Read"],
		[404, "it refuses the request (404: fault)"],
	],
};

/** Everything that can be wrong with a service that answers with JSON. */
function rowsOf({ service, at, refusals, error, api }: Service): FaultRow[] {
	const [unreached, late] = ["no connection (", "no complete answer within"];
	const [busy, broken] = ["too many requests (429)", "the service is out of order (500)"];
	const [answering429, answering500] = [answering(429, error), answering(500, error)];
	const [again, unlike] = ["; trying again", "answers something else than the API documents"];
	const rows: Omit<FaultRow, "service" | "at">[] = [
		{ what: "refused connection", told: unreached, address: nowhere },
		{ what: "name not found (DNS)", told: unreached, address: unknownName },
		{ what: "TLS handshake fails", told: unreached, address: withTls },
		...refusals.map(([status, told]) => ({ what: `${status}`, told, isFinal: true, how: answering(status, error) })),
		{ what: "429 once", told: busy + again, passes: true, how: answering429 },
		{ what: "429 for long", told: busy, how: answering429 },
		{ what: "500 once", told: broken + again, passes: true, how: answering500 },
		{ what: "500", told: broken, how: answering500 },
		{ what: "503, in a proxy's words", told: "the service is out of order (503)", how: inProxysWords },
		{ what: "time-out", told: late, slow: true, how: silent },
		{ what: "an answer without end", told: late, slow: true, how: dripping },
		{ what: "reset in the middle", told: unreached, how: breaking },
		{ what: "truncated", told: unreached, how: truncating },
		{ what: "not JSON", told: `its answer is not JSON. Check ${api}`, isFinal: true, how: answering(200, "<p>", html) },
		{ what: "wrong shape", told: unlike, isFinal: true, how: answering(200, { items: [] }) },
	];
	return rows.map((row) => ({ service, at, ...row }));
}

const broken = answering(500, "");
const halfOfTheEntries: Intercept = (request, response) => {
	const asked = new URL(request.url ?? "", "http://a").searchParams.get("sys.id[in]")?.split(",") ?? [];
	const message = "Response size too big. Maximum allowed response size: 7340032B.";
	if (asked.length === 10)
		return answering(400, { sys: { type: "Error", id: "BadRequest" }, message })(request, response);
	return asked.length > 0 && !asked.includes("1ShellOdd") && broken(request, response);
};

const file = (what: string, told: string, how: Intercept, more: Partial<FaultRow> = {}): FaultRow => {
	return { service: "Contentful's files", what, told, how, at: ".png", ...more };
};
const machine = { service: "The machine", at: "", isFinal: true } as const;
const halfTold = (what: string) => `does not give the ${what}: the service is out of order (500)`;

/** The faults of a pull and of the machine that it runs on. */
export const faultRows: FaultRow[] = [
	...rowsOf(contentful),
	{ ...contentful, what: "half of the entries", told: halfTold("entries"), how: halfOfTheEntries },
	file("404 for one", "the file cannot be fetched: the service answers 404", answering(404, ""), {
		isFinal: true,
		passes: true,
	}),
	file("429 once", "the service answers 429; trying again", answering(429, ""), { passes: true }),
	file("503", "cannot be fetched: the service answers 503", answering(503, "")),
	file("time-out", "cannot be fetched: no ", silent, { slow: true }),
	file("reset in the middle", "cannot be fetched: no connection", breaking),
	file("truncated", "cannot be fetched: no connection", truncating),
	...rowsOf(stripe),
	{ ...stripe, what: "half of the pages of the list", told: halfTold("prices"), at: "starting_after", how: broken },
	{ ...machine, what: "disk full", told: "ENOSPC: no space left on device", disk: "ENOSPC" },
	{ ...machine, what: "read-only output", told: "cannot be written to (", disk: "EROFS" },
];

/** What commands.test.ts does to a first build and to rebuilds. */
export const killed = "The machine: killed";
const afterwards = "the last version or the new one, whole";
const killedRow = [killed, "built by the next start", afterwards, afterwards, "nothing", "at the next start"];

/** A fault of the newsletter's provider, and a test in newsletter.test.ts: `told` is all that the log says of it. */
export type NewsletterFault = Pick<FaultRow, "what" | "told" | "how" | "address">;

/** What is sent to the provider and must be told to nobody. */
const personal = "anna@reader.example xkeysib-1";
const problem = (what: string, status: number, code: string): NewsletterFault => {
	return { what, told: `answers ${status} (${code})`, how: answering(status, { code, message: personal }) };
};
const [unreached, elsewhere] = ["cannot be reached: TypeError", answering(307, "", { Location: "/new" })];

/** The visitor is answered with 502 to each, and nobody is subscribed. */
export const newsletterFaults: NewsletterFault[] = [
	{ what: "refused connection", told: unreached, address: nowhere },
	{ what: "name not found (DNS)", told: unreached, address: unknownName },
	{ what: "TLS handshake fails", told: unreached, address: withTls },
	problem("401", 401, "unauthorized"),
	problem("403", 403, "permission_denied"),
	problem("404", 404, "document_not_found"),
	problem("refuses the address", 400, "invalid_parameter"),
	problem("429", 429, "too_many_requests"),
	problem("500", 500, "internal_error"),
	{ what: "503, in a proxy's words", told: "answers 503 (no code)", how: inProxysWords },
	{ what: "repeats the address", told: "answers 400 (no code)", how: answering(400, { code: personal }) },
	{ what: "wrong shape", told: "answers 400 (no code)", how: answering(400, "null") },
	{ what: "not JSON", told: "answers 200 (no code)", how: answering(200, "<h1>Welcome</h1>", html) },
	{ what: "leads elsewhere", told: unreached, how: when("/v3/", elsewhere) },
	{ what: "time-out", told: "cannot be reached: TimeoutError", how: silent },
	{ what: "an answer without end", told: "answers 200 (no code)", how: dripping },
	{ what: "hangs up", told: unreached, how: (request) => !!request.socket.destroy() },
	{ what: "reset in the middle", told: "answers 200 (no code)", how: breaking },
	{ what: "truncated", told: "answers 200 (no code)", how: truncating },
];

const [begin, end] = ["<!-- faults -->", "<!-- end of faults -->"];

/** Puts the tables of all faults into the text of docs/reliability.md, between its two comments. */
export function writeFaultTables(page: string): string {
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	const builds = ["what fails", "first build", "rebuild", "start", "told in log and status", "retried at once"];
	const letters = ["the newsletter's provider (Brevo)", "the visitor is answered", "told in the log", "kept"];
	const answers = newsletterFaults.map(({ what, told }) => [what, "502, in words", `“${told}”`, "nothing"]);
	const tables = [formatTable(builds, [...faultRows.map(cellsOf), killedRow]), formatTable(letters, answers)];
	return `${page.slice(0, from + begin.length)}\n\n${tables.join("\n\n")}\n\n${page.slice(to)}`;
}

function cellsOf({ service, what, told, isFinal, passes }: FaultRow): string[] {
	const outcomes = passes ? ["built", "new version", "new version"] : ["no site", "last version", "last version"];
	return [`${service}: ${what}`, ...outcomes, `“${told.replace(/[ (]+$/, "")} …”`, isFinal ? "no" : "yes"];
}

function formatTable(head: string[], rows: string[][]): string {
	return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
