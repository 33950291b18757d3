import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Options = {
	/** Returns true if it responds to a request, or false if the request must be forwarded. */
	intercept?: (path: string, outgoing: ServerResponse) => boolean;
	/** Sends the response of the upstream server to the client. */
	passOn?: (response: IncomingMessage, outgoing: ServerResponse, path: string) => unknown;
};

/** Sends a response to the client as it arrives. */
export function streamResponse(response: IncomingMessage, outgoing: ServerResponse): void {
	outgoing.writeHead(response.statusCode ?? 502, response.headers).flushHeaders();
	response.pipe(outgoing);
}

/** Starts a server that forwards requests to an upstream server. */
export async function startForwarder(
	upstream: string,
	{ intercept, passOn = streamResponse }: Options,
) {
	const server = createServer((incoming, outgoing) => {
		const { method, headers, url = "/" } = incoming;
		if (intercept?.(url, outgoing)) return;
		const forwarded = request(new URL(url, upstream), { method, headers }, (response) =>
			passOn(response, outgoing, url),
		);
		forwarded.on("error", () => outgoing.destroy());
		outgoing.once("close", () => forwarded.destroy());
		incoming.pipe(forwarded);
	});
	await once(server.listen(0), "listening");
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		close(): void {
			server.close();
			server.closeAllConnections();
		},
	};
}
