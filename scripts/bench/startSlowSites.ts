import { execFileSync } from "node:child_process";
import { hash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createResponder, type Site, type Transfer } from "./sites.ts";

/** Round-trip time of the link, in milliseconds. */
const roundTripMs = 150;

/** Bandwidth of the link: 1.6 Mbit/s. */
const bytesPerMs = 200;

/** Payload of a TCP packet. A new connection has ten of them under way at most (RFC 6928). */
const packetBytes = 1460;

/** Site that is served over a slow link. The first of `transfers` is the oldest. */
export type SlowSite = Site & { origin: string; transfers: Transfer[] };

/**
 * Serves sites over HTTP/2 and TLS behind a link with the latency and the bandwidth of slow 4G, and with TCP's slow start.
 * The link is in the connection, because Chromium's own throttling leaves out pages that it fetches in advance.
 * @param workFolder folder for a certificate
 */
export async function startSlowSites(sites: Site[], workFolder: string) {
	const certificate = createCertificate(workFolder);
	const { publicKey } = new X509Certificate(certificate.cert);
	const keyHash = hash("sha256", publicKey.export({ type: "spki", format: "der" }), "base64");
	const slowSites: SlowSite[] = await Promise.all(
		sites.map(async (site) => {
			const transfers: Transfer[] = [];
			const server = createSecureServer({ ...certificate, allowHTTP1: true });
			server.on("request", createResponder(site, transfers));
			const port = await listen(server);
			const link = createServer({ noDelay: true }, (socket) => relaySlowly(socket, port));
			return { ...site, transfers, origin: `https://localhost:${await listen(link)}` };
		}),
	);
	return {
		slowSites,
		/** Argument with which Chromium trusts the certificate. It caches no file of a site that it does not trust. */
		trustArgument: `--ignore-certificate-errors-spki-list=${keyHash}`,
	};
}

function createCertificate(folder: string): { key: Buffer; cert: Buffer } {
	const key = join(folder, "key.pem");
	const cert = join(folder, "cert.pem");
	const options =
		"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
	const files = ["-keyout", key, "-out", cert];
	execFileSync("openssl", [...options.split(" "), ...files], { stdio: "ignore" });
	return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** Starts a server, which does not keep the process alive. Returns its port. */
async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	server.unref();
	return (server.address() as AddressInfo).port;
}

/** Time at which the link, which all connections share, can send the next packet. */
let linkIsFreeAt = 0;

/** Relays a connection to a port of this machine, with the delays of the link. */
function relaySlowly(client: Socket, port: number): void {
	const server = connect({ port, host: "127.0.0.1", noDelay: true });
	for (const socket of [client, server]) {
		socket.on("error", () => {});
		socket.on("close", () => {
			client.destroy();
			server.destroy();
		});
	}
	const write = (socket: Socket, data: Buffer) => {
		if (!socket.destroyed) socket.write(data);
	};
	const oneWayMs = roundTripMs / 2;
	const runUp = createSchedule();
	const runDown = createSchedule();
	const acknowledge = createSchedule();
	// The handshake of TCP takes a round trip.
	const openAt = performance.now() + roundTripMs;
	client.on("data", (data) => {
		runUp(Math.max(openAt, performance.now()) + oneWayMs, () => write(server, data));
	});
	let unsent = Buffer.of();
	let windowBytes = 10 * packetBytes;
	let bytesUnderWay = 0;
	const send = () => {
		while (unsent.length > 0 && bytesUnderWay < windowBytes) {
			const packet = unsent.subarray(0, packetBytes);
			unsent = unsent.subarray(packetBytes);
			bytesUnderWay += packet.length;
			linkIsFreeAt = Math.max(linkIsFreeAt, performance.now()) + packet.length / bytesPerMs;
			runDown(linkIsFreeAt + oneWayMs, () => write(client, packet));
			// Each acknowledgement opens the window further.
			acknowledge(linkIsFreeAt + roundTripMs, () => {
				bytesUnderWay -= packet.length;
				windowBytes += packet.length;
				send();
			});
		}
	};
	server.on("data", (data) => {
		unsent = Buffer.concat([unsent, data]);
		send();
	});
}

/** Returns a function that runs tasks in the given order, none before its time. */
function createSchedule(): (at: number, task: () => void) => void {
	const tasks: { at: number; task: () => void }[] = [];
	let isWaiting = false;
	const waitForNext = () => {
		const [next] = tasks;
		if (!next || isWaiting) return;
		isWaiting = true;
		setTimeout(runDue, Math.max(1, next.at - performance.now()));
	};
	const runDue = () => {
		isWaiting = false;
		while (tasks[0] && tasks[0].at <= performance.now()) tasks.shift()?.task();
		waitForNext();
	};
	return (at, task) => {
		tasks.push({ at, task });
		waitForNext();
	};
}
