import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createDevMiddleware, renderPage } from "vike/server";
import type { Environment } from "../content/environment.server.ts";
import { loadSnapshots } from "../content/snapshotFiles.server.ts";
import { pullContent } from "./buildSite.ts";
import { runCommand } from "./command.ts";
import { formatManifest, manifestFile } from "./manifest.ts";
import { sendFile } from "./server/sendFile.ts";
import { loadFile } from "./server/siteFiles.ts";
import { listen } from "./server/startServer.ts";
import { stopSignal } from "./server/stopSignal.ts";

const generated = "content/generated";

/**
 * Serves the pages as they are being written: code is bundled at each request, and content is read as it was pulled
 * last (`npm run content` in another terminal pulls again).
 */
async function serveInDevelopment({ site, port }: Environment): Promise<void> {
	const { devMiddleware } = await createDevMiddleware({ root: process.cwd() });

	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = request.url ?? "/";
		const name = /^\/media\/([\w.-]+)$/.exec(url)?.[1];
		if (name) {
			const file = await loadFile(`${generated}/media`, name).catch(() => undefined);
			if (file) return sendFile(request, response, file);
		}
		const snapshots = await loadSnapshots(generated);
		if (url === `/${manifestFile}`) return void response.end(formatManifest(snapshots));
		const { httpResponse } = await renderPage({ urlOriginal: url, snapshots, site });
		response.writeHead(httpResponse.statusCode, Object.fromEntries(httpResponse.headers)).end(httpResponse.body);
	}

	const server = createServer((request, response) => {
		devMiddleware(request, response, () => {
			respond(request, response).catch((error: unknown) => {
				console.error(error);
				response.writeHead(500).end();
			});
		});
	});
	await listen(server, port, "localhost");
	console.log(`Developing at http://localhost:${port} (Ctrl-C ends it)`);
	await stopSignal();
	server.closeAllConnections();
	server.close();
}

await runCommand("dev", async (environment) => {
	await pullContent(environment, { log: console.log });
	await serveInDevelopment(environment);
	// Vite keeps its watchers.
	process.exit();
});
