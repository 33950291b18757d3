import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createServer } from "node:tls";

/** Key and certificate in PEM format. */
export type PemCertificate = { key: string; cert: string };

/**
 * Starts a server that decrypts TLS connections and forwards them to a local HTTP server.
 * @returns origin of the new server
 */
export async function openTlsTunnel(origin: string, certificate: PemCertificate) {
	const port = Number(new URL(origin).port);
	const server = createServer(certificate, (client) => {
		const upstream = connect(port, "localhost");
		// Browsers interrupt connections when a page is closed.
		client.on("error", () => upstream.destroy());
		upstream.on("error", () => client.destroy());
		client.pipe(upstream).pipe(client);
	});
	server.listen(0, "localhost").unref();
	await once(server, "listening");
	return `https://localhost:${(server.address() as AddressInfo).port}`;
}
