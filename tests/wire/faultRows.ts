import { pageEntryNames } from "../../content/model.ts";
import type { Intercept } from "../../demo/loopbackService.ts";
import {
	endMidway,
	interceptPath,
	neverRespond,
	resetMidway,
	respondEndlessly,
	respondWith,
} from "./misbehaviour.ts";
import { key, token } from "./services.ts";
import { ids } from "./testContent.ts";

/** Simulated fault of a service or of the machine. */
type FaultRow = {
	service: "Contentful" | "Contentful's files" | "Stripe" | "The machine";
	name: string;
	/**
	 * Text that the log must contain. If the build fails, the response of `/api/rebuild/<id>` must also contain the text.
	 */
	message: string;
	/** Whether a retry is useless, because it would get the same response. */
	isFinal?: boolean;
	/** Whether the build succeeds despite the fault, for example after a retry. */
	buildSucceeds?: boolean;
	intercept?: Intercept;
	pathPart: string;
	/** Replaces the base URL of `service` to simulate the fault. */
	changeUrl?: (url: string) => string;
	/** Code of the error with which each write to the disk fails. */
	diskError?: "ENOSPC" | "EROFS";
	/** Whether the fault is a time-out. If so, tests set a short time limit, so that they do not wait long. */
	isTimeout?: boolean;
};

export function createIntercept({
	intercept,
	pathPart,
	buildSucceeds,
	isFinal,
}: FaultRow): Intercept | undefined {
	if (!intercept) return undefined;
	return interceptPath(pathPart, intercept, buildSucceeds && !isFinal ? 1 : undefined);
}

// `fetch` refuses port 1, but connects to port 2: https://fetch.spec.whatwg.org/#port-blocking
const useClosedPort = () => "http://127.0.0.1:2";
// A host under `.invalid` never exists: https://www.rfc-editor.org/rfc/rfc2606#section-2
const useUnknownName = () => "http://service.invalid";
// The stand-ins for the services do not support TLS, so the handshake fails.
const useTls = (url: string) => url.replace("http:", "https:");
const html = { "Content-Type": "text/html" };
const respondAsProxy = respondWith(503, "<h1>Sorry</h1>", html);

type Service = Pick<FaultRow, "service" | "pathPart"> & {
	refusals: [status: number, message: string][];
	/**
	 * Body of an error response in the service's documented format. It contains a key or token, which must not appear in
	 * the log.
	 */
	error: unknown;
	urlVariable: string;
};

const contentful: Service = {
	service: "Contentful",
	pathPart: "/entries",
	error: { sys: { type: "Error", id: "Fault" }, message: token, requestId: "1" },
	urlVariable: "CONTENTFUL_API_URL",
	refusals: [
		[401, "it refuses the access token (401). Check CONTENTFUL_DELIVERY_TOKEN"],
		[403, "it refuses the access token (403). Check CONTENTFUL_DELIVERY_TOKEN"],
		[
			404,
			"it does not know the space or the environment (404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT",
		],
	],
};

const stripe: Service = {
	service: "Stripe",
	pathPart: "/v1/prices",
	error: { error: { type: "invalid_request_error", code: "fault", message: key } },
	urlVariable: "STRIPE_API_URL",
	refusals: [
		[401, "it refuses the key (401). Check STRIPE_API_KEY"],
		[403, "the key lacks a right (403). STRIPE_API_KEY needs Prices: Read and Products: Read"],
		[404, "it refuses the request (404: fault)"],
	],
};

function createRows({ service, pathPart, refusals, error, urlVariable }: Service): FaultRow[] {
	const unreached = "no connection (";
	const late = "no complete answer within";
	const busy = "too many requests (429)";
	const broken = "the service is out of order (500)";
	const retry = "; trying again";
	const unexpected = "answers something else than the API documents";
	const respond429 = respondWith(429, error);
	const respond500 = respondWith(500, error);
	const rows: Omit<FaultRow, "service" | "pathPart">[] = [
		{ name: "refused connection", message: unreached, changeUrl: useClosedPort },
		{ name: "name not found (DNS)", message: unreached, changeUrl: useUnknownName },
		{ name: "TLS handshake fails", message: unreached, changeUrl: useTls },
		...refusals.map(([status, message]) => ({
			name: `${status}`,
			message,
			isFinal: true,
			intercept: respondWith(status, error),
		})),
		{ name: "429 once", message: busy + retry, buildSucceeds: true, intercept: respond429 },
		{ name: "429 for long", message: busy, intercept: respond429 },
		{ name: "500 once", message: broken + retry, buildSucceeds: true, intercept: respond500 },
		{ name: "500", message: broken, intercept: respond500 },
		{
			name: "503 with a proxy's error page",
			message: "the service is out of order (503)",
			intercept: respondAsProxy,
		},
		{ name: "time-out", message: late, isTimeout: true, intercept: neverRespond },
		{ name: "a response without end", message: late, isTimeout: true, intercept: respondEndlessly },
		{ name: "reset in the middle", message: unreached, intercept: resetMidway },
		{ name: "truncated", message: unreached, intercept: endMidway },
		{
			name: "not JSON",
			message: `its answer is not JSON. Check ${urlVariable}`,
			isFinal: true,
			intercept: respondWith(200, "<p>", html),
		},
		{
			name: "wrong shape",
			message: unexpected,
			isFinal: true,
			intercept: respondWith(200, { items: [] }),
		},
	];
	return rows.map((row) => ({ service, pathPart, ...row }));
}

const respondEmpty500 = respondWith(500, "");

const respondToHalf: Intercept = (request, response) => {
	const requestedIds =
		new URL(request.url ?? "", "http://a").searchParams.get("sys.id[in]")?.split(",") ?? [];
	const message = "Response size too big. Maximum allowed response size: 7340032B.";
	if (requestedIds.length === pageEntryNames.length) {
		return respondWith(400, { sys: { type: "Error", id: "BadRequest" }, message })(
			request,
			response,
		);
	}
	const isSecondHalf = requestedIds.length > 0 && !requestedIds.includes(ids.appShell);
	return isSecondHalf ? respondEmpty500(request, response) : false;
};

function createFileRow(
	name: string,
	message: string,
	intercept: Intercept,
	more: Partial<FaultRow> = {},
): FaultRow {
	return { service: "Contentful's files", name, message, intercept, pathPart: ".png", ...more };
}
const machine = { service: "The machine", pathPart: "", isFinal: true } as const;
const describePartialAnswer = (list: string) =>
	`does not give the ${list}: the service is out of order (500)`;

export const faultRows: FaultRow[] = [
	...createRows(contentful),
	{
		...contentful,
		name: "half of the entries",
		message: describePartialAnswer("entries"),
		intercept: respondToHalf,
	},
	createFileRow(
		"404 for one",
		"the file cannot be fetched: the service answers 404",
		respondWith(404, ""),
		{
			isFinal: true,
			buildSucceeds: true,
		},
	),
	createFileRow("429 once", "the service answers 429 (", respondWith(429, ""), {
		buildSucceeds: true,
	}),
	createFileRow("503", "cannot be fetched: the service answers 503", respondWith(503, "")),
	createFileRow("time-out", "cannot be fetched: no ", neverRespond, { isTimeout: true }),
	createFileRow("reset in the middle", "cannot be fetched: no connection", resetMidway),
	createFileRow("truncated", "cannot be fetched: no connection", endMidway),
	...createRows(stripe),
	{
		...stripe,
		name: "half of the pages of the list",
		message: describePartialAnswer("prices"),
		pathPart: "starting_after",
		intercept: respondEmpty500,
	},
	{
		...machine,
		name: "disk full",
		message: "ENOSPC: no space left on device",
		diskError: "ENOSPC",
	},
	{ ...machine, name: "read-only output", message: "cannot be written to (", diskError: "EROFS" },
];

export const killedFault = "The machine: killed";
