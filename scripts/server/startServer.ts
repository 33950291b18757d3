import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { NodeHttp1Handler } from "srvx";
import { parseProtection } from "../../site/environment.server.ts";
import { formatErrorPage } from "../../site/errorPage.ts";
import { cameByHttps, type Protection, securityHeaders, withoutHttps } from "../../site/headers.server.ts";
import { type ApiRoutes, mountApi, type OwnContext } from "./api.ts";
import { parseTarget, resolveRequest } from "./resolveRequest.ts";
import { sendFile } from "./sendFile.ts";
import type { SiteFiles } from "./siteFiles.ts";

type ServerOptions = OwnContext & {
	files: SiteFiles;
	/** 0 for any free port. */
	port: number;
	/** Handlers below /api/, from `createApi`. */
	api?: ApiRoutes;
	/** Handlers of other parts of the server, by path. */
	answers?: Record<string, OwnAnswer | undefined>;
	/** For the headers of what is no file: the environment's unless given. */
	protection?: Protection;
	/**
	 * Milliseconds that a client is waited for: until the head of its request is there, until all of it is there, and while
	 * nothing at all is sent either way.
	 */
	patience?: { head: number; request: number; silence: number };
};

/** Answers a GET or HEAD request, or says by `false` that there is nothing at this address. */
export type OwnAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** Milliseconds that requests under way have to finish when the server closes. */
const closingTime = 5_000;

/**
 * This machine alone, under both of its addresses, so that `http://localhost` cannot reach another program on the same
 * port; the world comes in through a TLS proxy.
 */
const hosts = ["127.0.0.1", "::1"];

/** Starts the server. Throws a readable error when the port is in use. */
export async function startServer({
	files,
	port,
	api = [],
	answers = {},
	protection = parseProtection(),
	patience = { head: 10_000, request: 30_000, silence: 60_000 },
	...context
}: ServerOptions) {
	let current = files;
	// Responses without a file contain no inline code, so the policy allows none.
	const headers = new Headers(securityHeaders(protection));
	const plainHeaders = new Headers(withoutHttps(headers));
	const underWay = new Set<ServerResponse>();
	let closing = false;

	const respondFromApi = mountApi(api, context);
	const listener = (request: IncomingMessage, response: ServerResponse): void => {
		underWay.add(response);
		response.once("close", () => underWay.delete(response));
		response.setHeaders(isSecure(request) ? headers : plainHeaders);
		if (closing) response.setHeader("Connection", "close");
		const isRead = request.method === "GET" || request.method === "HEAD";
		if (isRead && answers[parseTarget(request.url ?? "/").pathname]?.(request, response)) return;
		respond(request, response, current, respondFromApi).catch((error: unknown) => sendFailure(response, error));
	};

	/** Answers what is no request, too late or too long: https://nodejs.org/api/http.html#event-clienterror */
	const refuse = ({ code }: NodeJS.ErrnoException, socket: Duplex): void => {
		const isAnswered = [...underWay].some((response) => response.socket === socket && response.headersSent);
		if (!socket.writable || code === "ECONNRESET" || isAnswered) return void socket.destroy();
		const status = refusals[code ?? ""] ?? 400;
		const lines = [...plainHeaders, ["Connection", "close"], ["Content-Length", "0"]].map((line) => line.join(": "));
		socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n`);
	};

	const servers: Server[] = [];
	/** Takes no more requests and resolves when those under way are finished, or cut off after five seconds. */
	const close = async (): Promise<void> => {
		closing = true;
		const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
		const finished = [...underWay].map((response) => new Promise((resolve) => response.once("close", resolve)));
		await Promise.race([Promise.all(finished), wait(closingTime, undefined, { ref: false })]);
		// Also ends connections that a browser opened in advance, which count as busy for closeIdleConnections.
		for (const server of servers) server.closeAllConnections();
		await Promise.all(closed);
	};

	const serverOptions = {
		headersTimeout: patience.head,
		requestTimeout: patience.request,
		connectionsCheckingInterval: patience.head / 4,
		// Node's own 400 and 417 responses would lack our headers. RFC 9110 allows to ignore expectations, handled below.
		requireHostHeader: false,
	};
	let chosenPort = port;
	for (const host of hosts) {
		const server = createServer(serverOptions, listener);
		server.on("checkExpectation", listener);
		server.setTimeout(patience.silence);
		server.on("clientError", refuse);
		try {
			await listen(server, chosenPort, host);
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			// A machine without IPv6 has no second address.
			if (servers.length > 0 && (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT")) continue;
			await close();
			throw error;
		}
		servers.push(server);
		chosenPort = (server.address() as AddressInfo).port;
	}

	return {
		/** Without a slash at its end. */
		url: `http://localhost:${chosenPort}`,
		/** Serves another version of the site from the next request on; requests under way keep theirs. */
		use: (next: SiteFiles): void => {
			current = next;
		},
		close,
	};
}

/** Listens on a port. Throws a readable error when it is in use. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
	server.listen(port, host);
	try {
		await once(server, "listening");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
		const advice = `Stop the other program or choose another port: PORT=${port + 1} npm start`;
		throw new Error(`Port ${port} is in use. ${advice}`, { cause: error });
	}
}

async function respond(
	request: IncomingMessage,
	response: ServerResponse,
	files: SiteFiles,
	respondFromApi: NodeHttp1Handler,
): Promise<void> {
	const resolution = resolveRequest(request.url, files);
	if (resolution.kind === "malformed" || !isProper(request)) {
		const headers = { "Content-Type": "text/plain; charset=utf-8", Connection: "close" };
		return void response.writeHead(400, headers).end("Bad request");
	}
	if (resolution.kind === "api") return void (await respondFromApi(request, response));
	if (request.method !== "GET" && request.method !== "HEAD") {
		return void response.writeHead(405, { Allow: "GET, HEAD", "Content-Length": 0 }).end();
	}
	if (resolution.kind === "redirect") {
		// Browsers keep a 301 for good unless told to ask again.
		const headers = { Location: resolution.location, "Cache-Control": "no-cache", "Content-Length": 0 };
		return void response.writeHead(301, headers).end();
	}
	const isFound = resolution.kind === "file";
	const file = isFound ? resolution.file : resolution.errorPage;
	if (!file) return void response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end("Not found");
	const headers = isSecure(request) ? file.headers : Object.fromEntries(withoutHttps(Object.entries(file.headers)));
	await sendFile(request, response, { ...file, headers }, isFound ? 200 : 404);
}

/** Whether a request came to the proxy by https. Only this machine reaches the server, so that whoever says so is the proxy. */
const isSecure = ({ headers }: IncomingMessage) => cameByHttps(headers["x-forwarded-proto"]);

/** Whether a request is of a version that is spoken here, and names the one host that it asks: RFC 9112, 2.3 and 3.2. */
function isProper({ httpVersion, headersDistinct: { host = [] } }: IncomingMessage): boolean {
	if (httpVersion === "1.0") return host.length <= 1;
	return httpVersion === "1.1" && host.length === 1;
}

/** Statuses for the error codes of Node's HTTP parser. */
const refusals: Record<string, number> = {
	HPE_HEADER_OVERFLOW: 431,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
	ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Ends a request that cannot be answered, and logs why: who leaves before the end of the request is no fault. */
export function sendFailure(response: ServerResponse, error: unknown): void {
	if ((error as NodeJS.ErrnoException | undefined)?.code !== "ECONNRESET") console.error(error);
	if (response.headersSent) return void response.destroy();
	const headers = { "Content-Type": "text/html; charset=utf-8" };
	response.writeHead(500, headers).end(formatErrorPage(error));
}
