import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a proxy that buffers responses as nginx does, unless a response has the header `X-Accel-Buffering: no`. */
export async function startProxy(upstream: string) {
	let isUpstreamLost = false;
	const server = createServer((incoming, outgoing) => {
		if (isUpstreamLost) outgoing.writeHead(502, { "Content-Type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
		else forward(upstream, incoming, outgoing);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		/**
		 * Closes all connections to the proxy. Until `findUpstream` is called, the proxy responds to each request with 502.
		 */
		loseUpstream(): void {
			isUpstreamLost = true;
			server.closeAllConnections();
		},
		findUpstream(): void {
			isUpstreamLost = false;
		},
		close(): void {
			server.close();
			server.closeAllConnections();
		},
	};
}

function forward(upstream: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
	const { method, headers, url = "/" } = incoming;
	const forwarded = request(new URL(url, upstream), { method, headers }, async (response) => {
		const { "x-accel-buffering": buffering, ...ownHeaders } = response.headers;
		const body = buffering === "no" ? response : await readAll(response);
		outgoing.writeHead(response.statusCode ?? 502, ownHeaders);
		if (Buffer.isBuffer(body)) {
			outgoing.end(body);
			return;
		}
		outgoing.flushHeaders();
		body.pipe(outgoing);
	});
	forwarded.on("error", () => outgoing.destroy());
	outgoing.once("close", () => forwarded.destroy());
	incoming.pipe(forwarded);
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of response) chunks.push(chunk);
	return Buffer.concat(chunks);
}
