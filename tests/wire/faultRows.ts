import type { Intercept } from "../../demo/loopbackService.ts";
import { answering, breaking, dripping, silent, truncating, when } from "./misbehaviour.ts";

/** One row of the fault tables in docs/reliability.md, and one test in reliability.test.ts. */
export type FaultRow = {
	service: "Contentful" | "Contentful's files" | "Stripe" | "The machine";
	what: string;
	/** What the log and the status of the rebuild say, word for word, or the line that a fault leaves which passes. */
	told: string;
	/** Whether what failed is asked for again before the build gives up. */
	retried: boolean;
	/** Whether the build goes on: it is over at the second attempt, or costs no more than its own place. */
	passes?: true;
	/** How the service misbehaves; made anew for each build. */
	how?: () => Intercept;
	/** What becomes of the service's address. */
	address?: (url: string) => string;
	/** What the disk answers to whoever writes. */
	disk?: "ENOSPC" | "EROFS";
	/** Whether the fault is one of time, and tests are to wait less than usual. */
	slow?: true;
};

const nowhere = () => "http://127.0.0.1:1";
// No such name can exist: https://www.rfc-editor.org/rfc/rfc2606#section-2
const unknownName = () => "http://service.invalid";
// The service speaks no TLS, so that the handshake fails.
const withTls = (url: string) => url.replace("http:", "https:");
const html = { "Content-Type": "text/html" };

type Service = Pick<FaultRow, "service"> & {
	path: string;
	refusals: [status: number, told: string][];
	error: unknown;
	api: string;
	pages: Omit<FaultRow, "service">;
};

const contentful: Service = {
	service: "Contentful",
	path: "/entries",
	error: { sys: { type: "Error", id: "Fault" }, message: "Fault" },
	api: "CONTENTFUL_API_URL",
	refusals: [
		[401, "it refuses the access token (401). Check CONTENTFUL_DELIVERY_TOKEN"],
		[403, "it refuses the access token (403). Check CONTENTFUL_DELIVERY_TOKEN"],
		[404, "it does not know the space or the environment (404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT"],
	],
	pages: {
		what: "half of the entries",
		told: "does not give the entries: the service is out of order (500)",
		retried: true,
		how: () => (request, response) => {
			const asked = new URL(request.url ?? "", "http://a").searchParams.get("sys.id[in]")?.split(",") ?? [];
			const message = "Response size too big. Maximum allowed response size: 7340032B.";
			if (asked.length === 10)
				return answering(400, { sys: { type: "Error", id: "BadRequest" }, message })(request, response);
			return asked.length > 0 && !asked.includes("1ShellOdd") && answering(500, "")(request, response);
		},
	},
};

const stripe: Service = {
	service: "Stripe",
	path: "/v1/prices",
	error: { error: { type: "invalid_request_error", code: "fault", message: "Fault" } },
	api: "STRIPE_API_URL",
	refusals: [
		[401, "it refuses the key (401). Check STRIPE_API_KEY"],
		[403, "the key lacks a right (403). STRIPE_API_KEY needs Prices: Read and Products: Read"],
		[404, "it refuses the request (404: fault)"],
	],
	pages: {
		what: "half of the pages of the list",
		told: "does not give the prices: the service is out of order (500)",
		retried: true,
		how: () => when("starting_after", answering(500, "")),
	},
};

/** Everything that can be wrong with a service that answers with JSON. */
function rowsOf({ service, path, refusals, error, api, pages }: Service): FaultRow[] {
	const always = (how: Intercept) => () => when(path, how);
	const once = (how: Intercept) => () => when(path, how, 1);
	const refused = refusals.map(([status, told]) => {
		return { what: `${status}`, told, retried: false, how: always(answering(status, error)) };
	});
	const again = { retried: true, passes: true } as const;
	const rows: Omit<FaultRow, "service">[] = [
		{ what: "refused connection", told: "no connection (", retried: true, address: nowhere },
		{ what: "name not found (DNS)", told: "no connection (", retried: true, address: unknownName },
		{ what: "TLS handshake fails", told: "no connection (", retried: true, address: withTls },
		...refused,
		{ what: "429 once", told: "too many requests (429); trying again", ...again, how: once(answering(429, error)) },
		{ what: "429 for long", told: "too many requests (429)", retried: true, how: always(answering(429, error)) },
		{
			what: "500 once",
			told: "the service is out of order (500); trying again",
			...again,
			how: once(answering(500, error)),
		},
		{ what: "500", told: "the service is out of order (500)", retried: true, how: always(answering(500, error)) },
		{
			what: "503, in a proxy's words",
			told: "the service is out of order (503)",
			retried: true,
			how: always(answering(503, "<h1>Sorry</h1>", html)),
		},
		{ what: "time-out", told: "no complete answer within", retried: true, slow: true, how: always(silent) },
		{
			what: "an answer without end",
			told: "no complete answer within",
			retried: true,
			slow: true,
			how: always(dripping),
		},
		{ what: "reset in the middle", told: "no connection (", retried: true, how: always(breaking) },
		{ what: "truncated", told: "no connection (", retried: true, how: always(truncating) },
		{
			what: "not JSON",
			told: `its answer is not JSON. Check ${api}`,
			retried: false,
			how: always(answering(200, "<p>", html)),
		},
		{
			what: "wrong shape",
			told: "answers something else than the API documents",
			retried: false,
			how: always(answering(200, { items: [] })),
		},
		pages,
	];
	return rows.map((row) => ({ service, ...row }));
}

const file = (what: string, told: string, how: Intercept, more: Partial<FaultRow> = {}): FaultRow => ({
	service: "Contentful's files",
	what,
	told,
	retried: true,
	how: () => when(".png", how, more.passes ? 1 : undefined),
	...more,
});

/** The faults of a pull and of the machine that it runs on. */
export const faultRows: FaultRow[] = [
	...rowsOf(contentful),
	file("404 for one", "its file cannot be had: the service answers 404", answering(404, ""), {
		retried: false,
		passes: true,
	}),
	file("429 once", "the service answers 429; trying again", answering(429, ""), { passes: true }),
	file("503", "cannot be had: the service answers 503", answering(503, "")),
	file("time-out", "cannot be had: no ", silent, { slow: true }),
	file("reset in the middle", "cannot be had: no connection", breaking),
	file("truncated", "cannot be had: no connection", truncating),
	...rowsOf(stripe),
	{
		service: "The machine",
		what: "disk full",
		told: "ENOSPC: no space left on device",
		retried: false,
		disk: "ENOSPC",
	},
	{ service: "The machine", what: "read-only output", told: "cannot be written to (", retried: false, disk: "EROFS" },
];

/** What crashes.test.ts does to a first build and to rebuilds. */
export const killed = "The machine: killed";
const afterwards = "the last version or the new one, whole";
const killedRow = [killed, "built by the next start", afterwards, afterwards, "nothing", "at the next start"];

/** A fault of the newsletter's provider, and a test in newsletter.test.ts. */
export type NewsletterFault = {
	what: string;
	/** What the log says of it, word for word. */
	told: string;
	/** How the provider misbehaves, repeating what must be told to nobody. */
	how?: (personal: string) => Intercept;
	/** What becomes of the provider's address. */
	address?: (url: string) => string;
};

const problem = (status: number, code: string) => (personal: string) => answering(status, { code, message: personal });

/** The visitor is answered with 502 to each, and nobody is subscribed. */
export const newsletterFaults: NewsletterFault[] = [
	{ what: "refused connection", told: "cannot be reached: TypeError", address: nowhere },
	{ what: "name not found (DNS)", told: "cannot be reached: TypeError", address: unknownName },
	{ what: "TLS handshake fails", told: "cannot be reached: TypeError", address: withTls },
	{ what: "401", told: "answers 401 (unauthorized)", how: problem(401, "unauthorized") },
	{ what: "403", told: "answers 403 (permission_denied)", how: problem(403, "permission_denied") },
	{ what: "404", told: "answers 404 (document_not_found)", how: problem(404, "document_not_found") },
	{ what: "refuses the address", told: "answers 400 (invalid_parameter)", how: problem(400, "invalid_parameter") },
	{ what: "429", told: "answers 429 (too_many_requests)", how: problem(429, "too_many_requests") },
	{ what: "500", told: "answers 500 (internal_error)", how: problem(500, "internal_error") },
	{ what: "503, in a proxy's words", told: "answers 503 (no code)", how: () => answering(503, "<h1>Sorry</h1>", html) },
	{
		what: "repeats the address",
		told: "answers 400 (no code)",
		how: (personal) => answering(400, { code: personal, message: personal }),
	},
	{ what: "wrong shape", told: "answers 400 (no code)", how: () => answering(400, "null") },
	{ what: "not JSON", told: "answers 200 (no code)", how: () => answering(200, "<h1>Welcome</h1>", html) },
	{
		what: "leads elsewhere",
		told: "cannot be reached: TypeError",
		how: () => when("/v3/", answering(307, "", { Location: "/new" })),
	},
	{ what: "time-out", told: "cannot be reached: TimeoutError", how: () => silent },
	{ what: "an answer without end", told: "answers 200 (no code)", how: () => dripping },
	{ what: "hangs up", told: "cannot be reached: TypeError", how: () => (request) => !!request.socket.destroy() },
	{ what: "reset in the middle", told: "answers 200 (no code)", how: () => breaking },
	{ what: "truncated", told: "answers 200 (no code)", how: () => truncating },
];

const [begin, end] = ["<!-- faults -->", "<!-- end of faults -->"];

/**
 * Puts the tables of all faults into the text of docs/reliability.md.
 * @throws Error when it has no place for them
 */
export function writeFaultTables(page: string): string {
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`The page has no "${begin}" before a "${end}".`);
	const builds = ["what fails", "first build", "rebuild", "start", "told in log and status", "retried at once"];
	const letters = ["the newsletter's provider (Brevo)", "the visitor is answered", "told in the log", "kept"];
	const tables = [
		formatTable(builds, [...faultRows.map(cellsOf), killedRow]),
		formatTable(
			letters,
			newsletterFaults.map(({ what, told }) => [what, "502, in words", `“${told}”`, "nothing"]),
		),
	];
	return `${page.slice(0, from + begin.length)}\n\n${tables.join("\n\n")}\n\n${page.slice(to)}`;
}

function cellsOf({ service, what, told, retried, passes }: FaultRow): string[] {
	const outcomes = passes ? ["built", "new version", "new version"] : ["no site", "last version", "last version"];
	return [`${service}: ${what}`, ...outcomes, `“${told.replace(/[ (]+$/, "")} …”`, retried ? "yes" : "no"];
}

function formatTable(head: string[], rows: string[][]): string {
	return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
