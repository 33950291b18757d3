// Refuses connections of tests to other machines. JavaScript, because older Node.js versions cannot run TypeScript.
import { ChildProcess } from "node:child_process";
import dgram from "node:dgram";
import dns from "node:dns";
import fs, { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const loopback = new net.BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Checks whether a host name or an IP address means this machine.
 * @param {string} host
 */
function isLoopback(host) {
	const family = net.isIP(host);
	if (family > 0) return loopback.check(host, family === 6 ? "ipv6" : "ipv4");
	return host === "localhost" || host.endsWith(".localhost");
}

/**
 * Logs an attempt to reach another machine. Returns a connection error.
 * @param {string} attempt
 * @param {string} [host]
 */
function refuse(attempt, host) {
	// Tests may use hosts under `.invalid`, because no machine has such a host name (RFC 2606).
	if (host?.endsWith(".invalid")) {
		return Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), {
			code: "ENOTFOUND",
			hostname: host,
		});
	}
	const { REFUSED_CONNECTIONS } = process.env;
	if (REFUSED_CONNECTIONS)
		appendFileSync(REFUSED_CONNECTIONS, `${attempt} (by ${process.argv.join(" ")})\n`);
	const error = new Error(
		`${attempt} was refused: commands of the test suite reach no other machine.`,
	);
	return Object.assign(error, { code: "ECONNREFUSED" });
}

/**
 * Reads host and port from the arguments of `socket.connect`. Returns undefined for the path of a Unix socket.
 * https://nodejs.org/api/net.html#socketconnect
 * @param {unknown[]} given
 */
function readTarget(given) {
	// net.connect and tls.connect pass all their arguments to `socket.connect` as one array.
	const [first, second] = Array.isArray(given[0]) ? given[0] : given;
	if (typeof first === "object" && first !== null) {
		const { path, host, port } = /** @type {{ path?: string, host?: string, port?: number }} */ (
			first
		);
		return path ? undefined : { host: host || "localhost", port };
	}
	const isPath = Number.isNaN(Number(first));
	return isPath
		? undefined
		: { host: typeof second === "string" ? second : "localhost", port: Number(first) };
}

const { connect } = /** @type {any} */ (net.Socket.prototype);
/**
 * Refuses a connection to another machine.
 * @this {net.Socket}
 * @param {any[]} given
 */
net.Socket.prototype.connect = function connectToLoopback(...given) {
	const target = readTarget(given);
	if (target === undefined || isLoopback(target.host)) return connect.apply(this, given);
	const error = refuse(`A connection to ${target.host}:${target.port}`, target.host);
	process.nextTick(() => this.destroy(error));
	return this;
};

/**
 * Replaces the look-up functions of a resolver with functions that refuse to look up other machines.
 * @param {Record<string, any>} resolver
 */
function refuseLookups(resolver) {
	for (const name of Object.getOwnPropertyNames(resolver)) {
		const original = resolver[name];
		if (typeof original !== "function" || !/^(lookup|resolve|reverse)/.test(name)) continue;
		/**
		 * @this {unknown}
		 * @param {any[]} given
		 */
		const replacement = function lookUpLoopback(...given) {
			const host = String(given[0]);
			if (isLoopback(host)) return original.apply(this, given);
			const error = refuse(`A DNS look-up of ${host}`, host);
			const callback = given.at(-1);
			if (typeof callback !== "function") return Promise.reject(error);
			process.nextTick(callback, error);
		};
		resolver[name] = Object.defineProperties(
			replacement,
			Object.getOwnPropertyDescriptors(original),
		);
	}
}
for (const resolver of [
	dns,
	dns.promises,
	dns.Resolver.prototype,
	dns.promises.Resolver.prototype,
]) {
	refuseLookups(resolver);
}

// The project never sends UDP datagrams, so a datagram socket is always a mistake.
dgram.createSocket = () => {
	throw refuse("A datagram socket");
};

/**
 * Adds `--import` of this module to the NODE_OPTIONS of a child process.
 * @param {string[]} pairs environment variables, such as `PATH=/usr/bin`
 */
function guardEnvironment(pairs) {
	if (pairs.some((pair) => pair.includes(import.meta.url))) return pairs;
	const name = "NODE_OPTIONS=";
	const options = pairs.find((pair) => pair.startsWith(name)) ?? name;
	const others = pairs.filter((pair) => !pair.startsWith(name));
	return [...others, `${options} --import=${import.meta.url}`];
}

const { spawn } = /** @type {any} */ (ChildProcess.prototype);
Object.assign(ChildProcess.prototype, {
	/**
	 * Makes every child process preload this module.
	 * @this {ChildProcess}
	 * @param {{ envPairs?: string[] }} options
	 */
	spawn(options) {
		return spawn.call(this, { ...options, envPairs: guardEnvironment(options.envPairs ?? []) });
	},
});

// Tests must not read the variables in the `.env` of the project.
const ownFile = fileURLToPath(new URL("../../.env", import.meta.url));
const { existsSync } = fs;
fs.existsSync = (path) => existsSync(path) && resolve(String(path)) !== ownFile;

syncBuiltinESMExports();
