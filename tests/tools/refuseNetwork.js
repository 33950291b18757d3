// Refuses connections of tests to other machines. JavaScript, because older Node.js versions cannot run TypeScript.
import { ChildProcess } from "node:child_process";
import dns from "node:dns";
import fs, { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Checks whether a host name or an IP address means this machine. */
const isLoopback = (/** @type {string} */ host) => /^(127\.|::1$|(.+\.)?localhost$)/.test(host);

/**
 * Logs an attempt to reach another machine. Returns a connection error.
 * @param {string} attempt
 * @param {string} host
 */
function refuse(attempt, host) {
	// Tests may use hosts under `.invalid`, because no machine has such a host name (RFC 2606).
	const code = host.endsWith(".invalid") ? "ENOTFOUND" : "ECONNREFUSED";
	const { REFUSED_CONNECTIONS } = process.env;
	if (REFUSED_CONNECTIONS && code === "ECONNREFUSED")
		appendFileSync(REFUSED_CONNECTIONS, `${attempt} (by ${process.argv.join(" ")})\n`);
	const reason = "commands of the test suite reach no other machine";
	return Object.assign(new Error(`${code}: ${attempt} was refused: ${reason}.`), { code });
}

const { connect } = /** @type {any} */ (net.Socket.prototype);
/**
 * Refuses a connection to another machine: https://nodejs.org/api/net.html#socketconnect
 * @this {net.Socket}
 * @param {any[]} given
 */
net.Socket.prototype.connect = function connectToLoopback(...given) {
	// net.connect and tls.connect pass all their arguments to `socket.connect` as one array.
	const [first, second] = Array.isArray(given[0]) ? given[0] : given;
	const isPath = typeof first === "string" && Number.isNaN(Number(first));
	const target = typeof first === "object" ? first : { port: first, host: second };
	const host = typeof target.host === "string" ? target.host : "localhost";
	if (isPath || target.path || isLoopback(host)) return connect.apply(this, given);
	const error = refuse(`A connection to ${host}:${target.port}`, host);
	process.nextTick(() => this.destroy(error));
	return this;
};

const { lookup } = /** @type {any} */ (dns);
/**
 * Refuses to look up another machine.
 * @param {string} host
 * @param {any[]} others
 */
const lookUpLoopback = (host, ...others) => {
	if (isLoopback(host)) return lookup(host, ...others);
	process.nextTick(others.at(-1), refuse(`A DNS look-up of ${host}`, host));
};
Object.assign(dns, { lookup: lookUpLoopback });

const { spawn } = /** @type {any} */ (ChildProcess.prototype);
Object.assign(ChildProcess.prototype, {
	/**
	 * Makes every child process preload this module.
	 * @this {ChildProcess}
	 * @param {{ envPairs?: string[] }} options
	 */
	spawn(options) {
		const { envPairs = [] } = options;
		const isGuarded = envPairs.some((pair) => pair.includes(import.meta.url));
		const name = "NODE_OPTIONS=";
		const given = envPairs.find((pair) => pair.startsWith(name)) ?? name;
		const others = envPairs.filter((pair) => pair !== given);
		const guarded = [...others, `${given} --import=${import.meta.url}`];
		return spawn.call(this, { ...options, envPairs: isGuarded ? envPairs : guarded });
	},
});

// Tests must not read the variables in the `.env` of the project.
const ownFile = fileURLToPath(new URL("../../.env", import.meta.url));
const { existsSync } = fs;
fs.existsSync = (path) => existsSync(path) && resolve(String(path)) !== ownFile;

syncBuiltinESMExports();
