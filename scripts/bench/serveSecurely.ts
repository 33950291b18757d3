import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { compressThoroughly, loadSiteFiles } from "../server/siteFiles.ts";

export type Certificate = { key: Buffer; cert: Buffer };

/**
 * Creates a self-signed certificate for `localhost`. Chromium accepts it only with the flag
 * `--ignore-certificate-errors`.
 */
export async function makeCertificate(folder: string): Promise<Certificate> {
	const [key, cert] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
	const kind = [
		"-x509",
		"-newkey",
		"ec",
		"-pkeyopt",
		"ec_paramgen_curve:prime256v1",
		"-nodes",
		"-subj",
		"/CN=localhost",
	];
	await promisify(execFile)("openssl", ["req", ...kind, "-days", "2", "-keyout", key, "-out", cert]).catch((error) => {
		throw new Error(`openssl, which makes a certificate for this machine, fails: ${error.message}`);
	});
	return { key: await readFile(key), cert: await readFile(cert) };
}

/** Serves a built site as Netlify does: over HTTP/2 with TLS, with the site's headers, and compressed with Brotli. */
export async function serveSecurely(
	folder: string,
	certificate: Certificate,
): Promise<{ port: number; close: () => void }> {
	const files = await loadSiteFiles(folder);
	await compressThoroughly(files);
	const server = createSecureServer(certificate, ({ url }, response) => {
		const { pathname } = new URL(url, "https://localhost");
		const address = decodeURIComponent(pathname);
		const file = files.byAddress.get(address) ?? files.byAddress.get(address.replace(/\/$/, ""));
		if (!file) {
			response.writeHead(404).end();
			return;
		}
		response.setHeader("Cache-Control", "no-cache");
		for (const [name, value] of Object.entries(file.headers)) response.setHeader(name, value);
		response.setHeader("Content-Type", file.contentType);
		if ("diskPath" in file) {
			readFile(file.diskPath).then((body) => response.end(body));
			return;
		}
		const compressed = file.compressed.get("br");
		if (compressed) response.setHeader("Content-Encoding", "br");
		response.end(compressed ?? file.body);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
