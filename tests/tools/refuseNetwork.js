// Refuses connections of tests to other machines. Child processes inherit it by NODE_OPTIONS. JavaScript, because older Node.js versions cannot run TypeScript.
import fs, { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Checks whether a host name or an IP address means this machine. */
const isLoopback = (/** @type {string} */ host) => /^(127\.|::1$|(.+\.)?localhost$)/.test(host);

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
	// Tests may use hosts under `.invalid`, because no machine has such a host name (RFC 2606).
	const code = host.endsWith(".invalid") ? "ENOTFOUND" : "ECONNREFUSED";
	const attempt = `A connection to ${host}:${target.port}`;
	const { REFUSED_CONNECTIONS } = process.env;
	if (REFUSED_CONNECTIONS && code === "ECONNREFUSED")
		appendFileSync(REFUSED_CONNECTIONS, `${attempt} (by ${process.argv.join(" ")})\n`);
	const message = `${code}: ${attempt} was refused: commands of the test suite reach no other machine.`;
	process.nextTick(() => this.destroy(Object.assign(new Error(message), { code })));
	return this;
};

// Tests must not read the variables in the `.env` of the project.
const ownFile = fileURLToPath(new URL("../../.env", import.meta.url));
const { existsSync } = fs;
fs.existsSync = (path) => existsSync(path) && resolve(String(path)) !== ownFile;

syncBuiltinESMExports();
