import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { sendFile } from "../server/sendFile.ts";
import { loadSiteFiles } from "../server/siteFiles.ts";

export type Certificate = { key: Buffer; cert: Buffer };

/**
 * Creates a self-signed certificate for `localhost`. Chromium accepts it only with the flag
 * `--ignore-certificate-errors`.
 */
export async function makeCertificate(folder: string): Promise<Certificate> {
	const [key, cert] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
	const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
	const names = ["-subj", "/CN=localhost", "-days", "2", "-keyout", key, "-out", cert];
	await promisify(execFile)("openssl", ["req", ...kind, ...names]).catch((error) => {
		throw new Error(`openssl, which makes a certificate for this machine, fails: ${error.message}`);
	});
	return { key: await readFile(key), cert: await readFile(cert) };
}

/** Serves a built site as Netlify does: over HTTP/2 with TLS. `sendFile` also works with the HTTP/2 compatibility API. */
export async function serveSecurely(folder: string, certificate: Certificate) {
	const files = await loadSiteFiles(folder);
	const server = createSecureServer(certificate, (request, response) => {
		const { pathname } = new URL(request.url, "https://localhost");
		const file = files.byAddress.get(decodeURIComponent(pathname));
		if (file) void sendFile(request as unknown as IncomingMessage, response as unknown as ServerResponse, file);
		else response.writeHead(404).end();
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
