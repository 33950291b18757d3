import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";

/** Key and certificate in PEM format. */
export type PemCertificate = { key: string; cert: string };

/** Creates a self-signed certificate for `localhost`. */
export function createCertificate(): PemCertificate {
	const folder = mkdtempSync(join(tmpdir(), "certificate-"));
	const [key, cert] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
	const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
	const names = ["-subj", "/CN=localhost", "-days", "2", "-keyout", key, "-out", cert];
	try {
		execFileSync("openssl", ["req", ...kind, ...names], { stdio: "ignore" });
		return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

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
