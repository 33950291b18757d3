import { serveStatic } from "@hono/node-server/serve-static";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createDevMiddleware, renderPage } from "vike/server";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import type { Environment } from "../../environment/environment.server.ts";
import { pullContent } from "../publish/buildSite.ts";
import { openNewsletterFiles } from "./newsletterFiles.ts";
import { startHttpServer, waitForStopSignal } from "./startHttpServer.ts";

const generated = "content/generated";

/** Serves pages to developers through Vite, with the current source code and the last fetched content. */
export async function serveInDevelopment(environment: Environment): Promise<void> {
	const { log } = console;
	const { site, port } = environment;
	await pullContent(environment, { log });
	const sendMedia = serveStatic({ root: generated });
	const { server, url } = await startHttpServer({
		port,
		host: "localhost",
		context: openNewsletterFiles(),
		sendPage: async (c) => {
			const file = c.req.path.startsWith("/media/") && (await sendMedia(c, async () => {}));
			if (file) return file;
			const { devMiddleware } = await vite;
			const { incoming, outgoing } = c.env;
			await new Promise<void>((resolve) => {
				outgoing.once("close", resolve);
				// Vite calls back only for requests to which it does not respond itself.
				devMiddleware(incoming, outgoing, resolve);
			});
			if (outgoing.writableEnded) return RESPONSE_ALREADY_SENT;
			const snapshots = await loadSnapshots(generated);
			const { pathname, search } = new URL(c.req.url);
			const { httpResponse } = await renderPage({
				urlOriginal: pathname + search,
				snapshots,
				site,
			});
			const { body, statusCode: status, headers } = httpResponse;
			return new Response(body, { status, headers });
		},
	});
	// Vite's WebSocket for hot module replacement uses the same server as the pages.
	const viteConfig = { server: { hmr: { server } } };
	const vite = createDevMiddleware({ root: process.cwd(), viteConfig });
	await vite;
	log(`Developing at ${url} (Ctrl-C ends it)`);
	await waitForStopSignal();
}
