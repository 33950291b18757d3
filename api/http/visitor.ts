import { isIP, isIPv4 } from "node:net";

/**
 * Returns the same id for all IP addresses of a visitor: the IPv4 address, or the /48 network of the IPv6 address. One
 * customer of a provider can own a /48 network.
 * @returns undefined when the address is missing, invalid or a loopback address
 */
export function identifyVisitor(ip = ""): string | undefined {
	// Without an IPv6 zone, such as `%eth0`, because the URL parser refuses it. A server that listens on IPv6 reports the
	// IPv4 address 192.0.2.1 as `::ffff:192.0.2.1`.
	const address = ip.replace(/%.*$/, "").replace(/^::ffff:(?=[\d.]+$)/i, "");
	if (isIPv4(address)) return address.startsWith("127.") ? undefined : address;
	if (isIP(address) === 0) return undefined;
	// The URL parser converts an IPv6 address to its canonical notation, such as `2001:db8::1`.
	const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
	// IPv4 addresses in other notations, which no proxy of docs/server.md sends, have no id.
	if (canonical === "::1" || canonical.startsWith("::ffff:")) return undefined;
	const [beforeZeros = ""] = canonical.split("::");
	const groups = [...beforeZeros.split(":").filter(Boolean), "0", "0", "0"];
	return `${groups.slice(0, 3).join(":")}::/48`;
}
