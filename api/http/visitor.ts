import { isIP, isIPv4 } from "node:net";

/**
 * Returns the same id for all IP addresses of a visitor: the IPv4 address, or the /48 network of the IPv6 address,
 * because one customer of a provider can own a /48 network.
 * @returns undefined when the address is missing, invalid or a loopback address
 */
export function identifyVisitor(ip: string | undefined): string | undefined {
	// Without an IPv6 zone, such as `%eth0`, because the URL parser refuses it.
	const address = ip?.replace(/%.*$/, "") ?? "";
	if (isIPv4(address)) return identifyByIPv4(address);
	if (isIP(address) === 0) return undefined;
	const groups = expandIPv6(address);
	const mappedPrefix = "0:0:0:0:0:ffff";
	if (groups.slice(0, 6).join(":") === mappedPrefix) return identifyByIPv4(joinIPv4(groups.slice(6)));
	if (groups.join(":") === "0:0:0:0:0:0:0:1") return undefined;
	return `${groups.slice(0, 3).join(":")}::/48`;
}

function identifyByIPv4(address: string): string | undefined {
	return address.startsWith("127.") ? undefined : address;
}

/** Returns the eight groups of an IPv6 address in lower-case hexadecimal, without leading zeros. */
function expandIPv6(address: string): string[] {
	// The URL parser converts an IPv6 address to its canonical notation, such as `2001:db8::1`.
	const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
	const [head = "", tail = ""] = canonical.split("::");
	const before = head ? head.split(":") : [];
	const after = tail ? tail.split(":") : [];
	const zeros = Array<string>(8 - before.length - after.length).fill("0");
	return [...before, ...zeros, ...after];
}

/** Joins two groups of an IPv6 address into an IPv4 address: `c000`, `209` → `192.0.2.9`. */
function joinIPv4(groups: string[]): string {
	const numbers = groups.map((group) => Number.parseInt(group, 16));
	return numbers.flatMap((number) => [number >> 8, number & 255]).join(".");
}
