import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { createDevMiddleware, renderPage } from "vike/server";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import type { Environment } from "../../environment/environment.server.ts";
import { pullContent } from "../publish/buildSite.ts";
import { createApp } from "./createApp.ts";
import { openNewsletterFiles } from "./newsletterFiles.ts";
import { listen, waitForStopSignal } from "./startHttpServer.ts";

const generated = "content/generated";

/** Serves pages to developers through Vite, with the current source code and the last fetched content. */
export async function serveInDevelopment(environment: Environment): Promise<void> {
	const { log } = console;
	const { site } = environment;
	await pullContent(environment, { log });
	const sendMedia = serveStatic({ root: generated });
	const { fetch } = createApp({
		context: openNewsletterFiles(),
		sendPage: async (c) => {
			const file = c.req.path.startsWith("/media/") && (await sendMedia(c, async () => {}));
			if (file) return file;
			const snapshots = await loadSnapshots(generated);
			const { pathname, search } = new URL(c.req.url);
			const urlOriginal = pathname + search;
			const { httpResponse } = await renderPage({ urlOriginal, snapshots, site });
			const { body, statusCode: status, headers } = httpResponse;
			return new Response(body, { status, headers });
		},
	});

	const server = createServer();
	// Passes the server to Vite, so that Vite's WebSocket for hot module replacement uses the same port as the pages.
	const viteConfig = { server: { hmr: { server } } };
	const { devMiddleware } = await createDevMiddleware({ root: process.cwd(), viteConfig });
	const listener = getRequestListener(fetch);
	server.on("request", (request, response) => {
		// Vite calls back only for requests to which it does not respond itself.
		devMiddleware(request, response, () => void listener(request, response));
	});
	await listen(server, environment.port, "localhost");
	const { port } = server.address() as AddressInfo;
	log(`Developing at http://localhost:${port} (Ctrl-C ends it)`);
	await waitForStopSignal();
	server.closeAllConnections();
	server.close();
}
