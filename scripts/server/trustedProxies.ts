import type { IncomingMessage } from "node:http";

/**
 * IP addresses of the proxies whose forwarded headers are trusted. With `loopback`, all programs on this machine are
 * trusted.
 */
export type TrustedProxies = "loopback" | string[];

/**
 * Headers in which a proxy forwards the address, host and protocol of a visitor's request. Clients can forge these
 * headers.
 */
const forwardedHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];

/** Removes the forwarded headers from a request that does not come from a trusted proxy. */
export function dropForgedHeaders(request: IncomingMessage, trusted: TrustedProxies): void {
	// With `loopback`, the forwarded headers stay, because only programs on this machine can connect.
	if (trusted === "loopback") return;
	// A server that listens on IPv6 reports the IPv4 address 192.0.2.1 as `::ffff:192.0.2.1`.
	const address = request.socket.remoteAddress?.replace(/^::ffff:(?=[\d.]+$)/, "");
	if (address !== undefined && trusted.includes(address)) return;
	for (const name of forwardedHeaders) delete request.headers[name];
}
