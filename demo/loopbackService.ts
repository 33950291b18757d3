import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";

/** Function that can respond to a request before the stand-in service does. Returns true if it has responded. */
export type Intercept = (
	request: IncomingMessage,
	response: ServerResponse,
) => boolean | Promise<boolean>;

/** Settings that all stand-in services share. */
export type LoopbackOptions = {
	latencyMs?: number | undefined;
	intercept?: Intercept | undefined;
};

/** Response of a stand-in service. A text body is compressed when the client accepts gzip. */
export type Reply = {
	status: number;
	headers: Record<string, string>;
	body: string | Uint8Array;
};

/**
 * Starts an HTTP service on a free port of 127.0.0.1.
 * @returns the origin of the service, all received requests as "METHOD /path?query", and a function that stops the
 * service
 */
export async function startLoopback(
	{ latencyMs, intercept }: LoopbackOptions,
	answer: (request: IncomingMessage, url: URL) => Reply | Promise<Reply>,
) {
	const requests: string[] = [];
	const server = createServer(async (request, response) => {
		try {
			requests.push(`${request.method} ${request.url}`);
			if (await intercept?.(request, response)) return;
			if (latencyMs) await wait(latencyMs);
			send(
				request,
				response,
				await answer(request, new URL(request.url ?? "/", "http://127.0.0.1")),
			);
		} catch (error) {
			console.error(error);
			response.destroy();
		}
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		async close() {
			server.close();
			// `close()` would wait until clients end their keep-alive connections.
			server.closeAllConnections();
		},
	};
}

export function readBearerToken({ headers }: IncomingMessage): string | undefined {
	return /^bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
}

function send(
	request: IncomingMessage,
	response: ServerResponse,
	{ status, headers, body }: Reply,
): void {
	const isCompressed =
		typeof body === "string" && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
	const allHeaders = isCompressed ? { ...headers, "Content-Encoding": "gzip" } : headers;
	response.writeHead(status, allHeaders);
	response.end(isCompressed ? gzipSync(body) : body);
}
