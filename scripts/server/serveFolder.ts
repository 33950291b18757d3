import { loadApi } from "./api.ts";
import { openOutbox } from "./outbox.ts";
import { compressWell, loadSiteFiles } from "./siteFiles.ts";
import { startServer } from "./startServer.ts";
import { stopSignal } from "./stopSignal.ts";

/**
 * Serves a finished site and the handlers of `api/` until the process is asked to stop.
 * @throws Error when the port is in use
 */
export async function serveFolder(folder: string, port: number): Promise<void> {
	const [files, api] = await Promise.all([loadSiteFiles(folder), loadApi("api")]);
	await compressWell(files);
	const server = await startServer({ files, port, api, outbox: openOutbox("newsletter-outbox.ndjson") });
	console.log(`Serving ${folder} at ${server.url} (Ctrl-C ends it)`);
	await stopSignal();
	await server.close();
}
