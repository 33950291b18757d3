import { once } from "node:events";
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

/** One answer: text bodies are compressed when the client accepts it, bytes are sent as they are. */
export interface Reply {
	status: number;
	headers: Record<string, string>;
	body: string | Uint8Array;
}

/** Starts an HTTP service on 127.0.0.1. Out: its address, every request so far as "METHOD /path?query", and how to end it. */
export async function startLoopback(
	{ port = 0, latency, intercept }: LoopbackOptions,
	answer: (request: IncomingMessage, url: URL) => Reply | Promise<Reply>,
) {
	const requests: string[] = [];
	const server = createServer(async (request, response) => {
		try {
			requests.push(`${request.method} ${request.url}`);
			if (await intercept?.(request, response)) return;
			if (latency) await wait(latency);
			send(request, response, await answer(request, new URL(request.url ?? "/", "http://127.0.0.1")));
		} catch (error) {
			console.error(error);
			response.destroy();
		}
	});
	await once(server.listen(port, "127.0.0.1"), "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		async close() {
			server.close();
			// Clients keep their connections alive, and close() alone would wait for them.
			server.closeAllConnections();
		},
	};
}

/** Out: the secret of an Authorization header (Bearer), or undefined. */
export function authorizationSecret({ headers }: IncomingMessage): string | undefined {
	return /^bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Reply): void {
	const isCompressed = typeof body === "string" && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
	response.writeHead(status, { ...headers, ...(isCompressed && { "Content-Encoding": "gzip" }) });
	response.end(isCompressed ? gzipSync(body) : body);
}
