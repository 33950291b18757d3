import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createDevMiddleware, renderPage } from "vike/server";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import type { Environment } from "../../environment/environment.server.ts";
import { pullContent } from "../publish/buildSite.ts";
import { listFiles } from "../shared/listFiles.ts";
import { apiRoutes, createApi } from "./api.ts";
import { createRebuildQueue } from "./createRebuildQueue.ts";
import { openOutbox } from "./outbox.ts";
import { sendFile } from "./sendFile.ts";
import { loadFile } from "./siteFiles.ts";
import { listen, sendFailure } from "./startHttpServer.ts";
import { waitForStopSignal } from "./waitForStopSignal.ts";

const generated = "content/generated";

/** Serves pages to developers through Vite, with the current source code and the last fetched content. */
export async function serveInDevelopment(environment: Environment): Promise<void> {
	await pullContent(environment, { log: console.log });
	const server = createServer();
	// Passes the server to Vite, so that Vite's WebSocket for hot module replacement uses the same port as the pages.
	const viteConfig = { server: { hmr: { server } } };
	const { devMiddleware } = await createDevMiddleware({ root: process.cwd(), viteConfig });
	const rebuildQueue = createRebuildQueue({
		rebuild: (recordDelivery) => pullContent(environment, { log: console.log, recordDelivery }),
		log: console.log,
	});
	const api = createApi(apiRoutes, { outbox: openOutbox(), rebuildQueue });

	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = request.url ?? "/";
		if (url.startsWith("/media/")) {
			const path = decodeURIComponent(url.slice(1));
			const paths = await listFiles(generated);
			if (paths.includes(path)) return sendFile(request, response, await loadFile(generated, path));
		}
		const snapshots = await loadSnapshots(generated);
		const { httpResponse } = await renderPage({ urlOriginal: url, snapshots, site: environment.site });
		response.writeHead(httpResponse.statusCode, Object.fromEntries(httpResponse.headers)).end(httpResponse.body);
	}

	server.on("request", (request, response) => {
		const attempt = async (task: () => unknown) => {
			try {
				await task();
			} catch (error) {
				sendFailure(response, error, String(error));
			}
		};
		if (/^\/api(?=[/?]|$)/.test(request.url ?? "")) {
			attempt(() => api(request, response));
			return;
		}
		// Vite calls back only for requests to which it does not respond itself.
		devMiddleware(request, response, (error?: unknown) =>
			attempt(() => {
				if (error) throw error;
				return respond(request, response);
			}),
		);
	});
	await listen(server, environment.port, "localhost");
	const { port } = server.address() as AddressInfo;
	console.log(`Developing at http://localhost:${port} (Ctrl-C ends it)`);
	await waitForStopSignal();
	server.closeAllConnections();
	server.close();
}
