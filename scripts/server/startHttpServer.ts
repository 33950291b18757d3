import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { NodeHttp1Handler } from "srvx";
import { parseSecuritySettings } from "../../environment/environment.server.ts";
import {
	createSecurityHeaders,
	isHttpsRequest,
	removeHttpsHeaders,
	type SecuritySettings,
} from "../../environment/headers.server.ts";
import { formatErrorPage } from "../../renderer/errorPage.ts";
import { parseTarget, resolveRequest } from "./resolveRequest.ts";
import { sendFile } from "./sendFile.ts";
import type { SiteFiles } from "./siteFiles.ts";
import { dropForgedHeaders, type TrustedProxies } from "./trustedProxies.ts";

type ServerOptions = {
	/** Site to serve. Its files are read at each request, so that a new version is served from then on. */
	site: { readonly files: SiteFiles };
	/** Port to listen on; 0 for any free port. */
	port: number;
	/** Listener for the paths below /api/, from `createApi`. */
	api?: NodeHttp1Handler;
	/** Handlers of paths outside of /api/, by path. */
	pathHandlers?: Record<string, PathHandler | undefined>;
	/** Default: settings from the environment variables. */
	securitySettings?: SecuritySettings;
	/** IP address to listen on. Default: `127.0.0.1`, which only programs on this machine can reach. */
	host?: string | undefined;
	trustedProxies?: TrustedProxies;
};

/**
 * Handler of a GET or HEAD request. Returns true after a response. Returns false to let the server respond with a file
 * or a 404.
 */
export type PathHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

export type RunningServer = Awaited<ReturnType<typeof startHttpServer>>;

/** Maximum time that a closing server waits for running requests, in milliseconds. */
export const shutdownTimeoutMs = 5_000;

/**
 * Time after which an idle connection is closed, in milliseconds. Longer than that of the proxies in docs/server.md:
 * Caddy closes its own after 2 minutes, nginx after 1. A request that a proxy sends while the server closes its connection
 * is lost: https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#keepalive
 */
const idleTimeoutMs = 150_000;

/**
 * Starts the HTTP server of the site.
 * @throws Error with advice when the port is in use
 */
export async function startHttpServer(options: ServerOptions) {
	const {
		site,
		port,
		host = "127.0.0.1",
		api,
		pathHandlers = {},
		securitySettings,
		trustedProxies = "loopback",
	} = options;
	const headersForHttps = new Headers(createSecurityHeaders(securitySettings ?? parseSecuritySettings()));
	const headersForHttp = new Headers(removeHttpsHeaders(headersForHttps));
	const running = new Set<ServerResponse>();
	let isClosing = false;

	const listener = (request: IncomingMessage, response: ServerResponse): void => {
		dropForgedHeaders(request, trustedProxies);
		running.add(response);
		response.once("close", () => running.delete(response));
		response.setHeaders(isSecure(request) ? headersForHttps : headersForHttp);
		if (isClosing) response.setHeader("Connection", "close");
		const handle = async (): Promise<void> => {
			const handlePath = isGetOrHead(request) ? pathHandlers[parseTarget(request.url).pathname] : undefined;
			if (handlePath?.(request, response)) return;
			await respond(request, response, site.files, api);
		};
		handle().catch((error: unknown) => sendFailure(response, error));
	};

	// `headersTimeout` ends connections that a proxy has opened but not used yet.
	const server = createServer({ keepAliveTimeout: idleTimeoutMs, headersTimeout: idleTimeoutMs }, listener);
	await listen(server, port, host);

	return {
		/** Origin at which the server can be reached, without a slash at its end. */
		url: originOf(server),
		/**
		 * Stops accepting connections. Ends requests that are still running after `shutdownTimeoutMs`. Resolves when all
		 * requests have ended.
		 */
		close: async (): Promise<void> => {
			isClosing = true;
			await closeServer(server, running);
		},
	};
}

function originOf(server: Server): string {
	const { address, family, port } = server.address() as AddressInfo;
	const isEveryAddress = address === "0.0.0.0" || address === "::";
	if (isEveryAddress) return `http://localhost:${port}`;
	return family === "IPv6" ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

function isGetOrHead({ method }: IncomingMessage): boolean {
	return method === "GET" || method === "HEAD";
}

async function closeServer(server: Server, running: ReadonlySet<ServerResponse>): Promise<void> {
	const closed = new Promise((resolve) => server.close(resolve));
	const finished = [...running].map((response) => new Promise((resolve) => response.once("close", resolve)));
	await Promise.race([Promise.all(finished), wait(shutdownTimeoutMs, undefined, { ref: false })]);
	// `closeIdleConnections` would not be enough: it does not close connections that a browser has opened in advance.
	server.closeAllConnections();
	await closed;
}

/**
 * Listens on a port.
 * @throws Error with advice when the port is in use
 */
export async function listen(server: Server, port: number, host: string): Promise<void> {
	server.listen(port, host);
	try {
		await once(server, "listening");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
		const advice = `Stop the other program, or choose another port with PORT=${port + 1}.`;
		throw new Error(`Port ${port} is in use. ${advice}`, { cause: error });
	}
}

async function respond(
	request: IncomingMessage,
	response: ServerResponse,
	files: SiteFiles,
	api: NodeHttp1Handler | undefined,
): Promise<void> {
	const resolution = resolveRequest(request.url, files);
	if (resolution.kind === "malformed") {
		const headers = { "Content-Type": "text/plain; charset=utf-8", Connection: "close" };
		response.writeHead(400, headers).end("Bad request");
		return;
	}
	if (resolution.kind === "api") {
		if (api) await api(request, response);
		else sendNotFound(response);
		return;
	}
	if (!isGetOrHead(request)) {
		response.writeHead(405, { Allow: "GET, HEAD", "Content-Length": 0 }).end();
		return;
	}
	if (resolution.kind === "redirect") {
		// With `no-cache`, browsers revalidate the redirect at each use. They would otherwise cache a 301 permanently.
		const headers = { Location: resolution.location, "Cache-Control": "no-cache", "Content-Length": 0 };
		response.writeHead(301, headers).end();
		return;
	}
	const isFound = resolution.kind === "file";
	const file = isFound ? resolution.file : resolution.errorPage;
	if (!file) {
		sendNotFound(response);
		return;
	}
	// Headers from the site's `_headers` file replace the default security headers of the same names.
	const headers = isSecure(request)
		? file.headers
		: Object.fromEntries(removeHttpsHeaders(Object.entries(file.headers)));
	await sendFile(request, response, { ...file, headers }, isFound ? 200 : 404);
}

function sendNotFound(response: ServerResponse): void {
	response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end("Not found");
}

/**
 * Checks whether a request came by HTTPS. X-Forwarded-Proto is trustworthy here, because `dropForgedHeaders` has
 * removed forged headers.
 */
function isSecure({ headers }: IncomingMessage): boolean {
	return isHttpsRequest(headers["x-forwarded-proto"]);
}

/** Text for visitors about an error. The error's own message could reveal paths, addresses or keys. */
const failureSentence = "The server could not answer this request. Please try again later.";

/**
 * Logs the error of a request and responds with the error page. ECONNRESET is not logged, because it only means that
 * the client has disconnected.
 */
export function sendFailure(response: ServerResponse, error: unknown, message = failureSentence): void {
	if ((error as NodeJS.ErrnoException | undefined)?.code !== "ECONNRESET") console.error(error);
	if (response.headersSent) {
		response.destroy();
		return;
	}
	const headers = { "Content-Type": "text/html; charset=utf-8" };
	response.writeHead(500, headers).end(formatErrorPage(message));
}
