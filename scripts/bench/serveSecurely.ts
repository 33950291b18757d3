import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createAdaptorServer } from "@hono/node-server";
import { createApp } from "../server/createApp.ts";

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

/** Serves a built site as Netlify does: over HTTP/2 with TLS. */
export async function serveSecurely(folder: string, certificate: Certificate) {
	const { fetch } = createApp({ listVersions: () => [dirname(folder)] });
	const server = createAdaptorServer({
		fetch,
		createServer: createSecureServer,
		serverOptions: certificate,
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
