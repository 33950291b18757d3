import type { IncomingMessage } from "node:http";

/** IP addresses of the proxies that tell a visitor's address and protocol; `loopback` for all programs of this machine. */
export type TrustedProxies = "loopback" | string[];

/** Headers in which a proxy tells what it knows of a request. Anybody may send them. */
const forwardedHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];

/** Removes what proxies tell of a request from one that comes from elsewhere. */
export function dropForgedHeaders(request: IncomingMessage, trusted: TrustedProxies): void {
	// The server then listens on loopback addresses alone, so the request is from this machine.
	if (trusted === "loopback") return;
	// A server that listens on IPv6 gives IPv4 addresses as `::ffff:192.0.2.1`.
	const address = request.socket.remoteAddress?.replace(/^::ffff:(?=[\d.]+$)/, "");
	if (address !== undefined && trusted.includes(address)) return;
	for (const name of forwardedHeaders) delete request.headers[name];
}
