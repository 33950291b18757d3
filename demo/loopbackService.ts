import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";

/** Called before a service answers; true means that it has answered (or chosen not to) itself. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** What every loopback service can be told: port (0 = any free one), milliseconds before each answer, and who may misbehave first. */
export interface LoopbackOptions {
	port?: number | undefined;
	latency?: number | undefined;
	intercept?: Intercept | undefined;
}

/** A running service: its address, every request so far as "METHOD /path?query", and how to end it. */
export interface LoopbackService {
	url: string;
	port: number;
	requests: string[];
	close(): Promise<void>;
}

/** One answer: text bodies are compressed when the client accepts it, bytes are sent as they are. */
export interface Reply {
	status: number;
	headers: Record<string, string>;
	body: string | Uint8Array;
}

/**
 * Starts an HTTP service on 127.0.0.1.
 * In: the options, and a function that turns a request and its URL into a reply. Out: the running service.
 */
export async function startLoopback(
	options: LoopbackOptions,
	answer: (request: IncomingMessage, url: URL) => Reply | Promise<Reply>,
): Promise<LoopbackService> {
	const requests: string[] = [];

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		requests.push(`${request.method} ${request.url}`);
		if (await options.intercept?.(request, response)) return;
		if (options.latency) await wait(options.latency);
		send(request, response, await answer(request, new URL(request.url ?? "/", "http://127.0.0.1")));
	}

	const server = createServer((request, response) => {
		handle(request, response).catch((error: unknown) => {
			const body = error instanceof Error ? (error.stack ?? error.message) : String(error);
			if (response.headersSent) response.destroy();
			else send(request, response, { status: 500, headers: { "Content-Type": "text/plain; charset=utf-8" }, body });
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(options.port ?? 0, "127.0.0.1", resolve);
	});
	const { port } = server.address() as AddressInfo;

	return {
		url: `http://127.0.0.1:${port}`,
		port,
		requests,
		close() {
			return new Promise((resolve, reject) => {
				server.close((error) => (error && server.listening ? reject(error) : resolve()));
				// Clients keep their connections alive, and close() alone would wait for them.
				server.closeAllConnections();
			});
		},
	};
}

/** Out: the secret of an Authorization header (Bearer, or the user name of Basic), or undefined. */
export function authorizationSecret(request: IncomingMessage): string | undefined {
	const [scheme, value] = (request.headers.authorization ?? "").split(" ");
	if (!value) return undefined;
	if (scheme?.toLowerCase() === "bearer") return value;
	if (scheme?.toLowerCase() === "basic") return Buffer.from(value, "base64").toString("utf8").split(":")[0];
	return undefined;
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
	const headers: Record<string, string> = { ...reply.headers };
	let body: Uint8Array = Buffer.from(reply.body);
	if (typeof reply.body === "string") {
		headers.Vary = "Accept-Encoding";
		if (/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""))) {
			headers["Content-Encoding"] = "gzip";
			body = gzipSync(body);
		}
	}
	headers["Content-Length"] = String(body.byteLength);
	response.writeHead(reply.status, headers);
	response.end(request.method === "HEAD" ? undefined : body);
}
