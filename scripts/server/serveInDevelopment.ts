import { serveStatic } from "@hono/node-server/serve-static";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createDevMiddleware, renderPage } from "vike/server";
import type { Environment } from "../../environment/environment.server.ts";
import { loadSnapshots } from "../../environment/snapshotFiles.server.ts";
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
	const { devMiddleware } = await createDevMiddleware({ root: process.cwd() });
	const { url } = await startHttpServer({
		port,
		host: "localhost",
		context: openNewsletterFiles(),
		sendPage: async (c) => {
			const file = await sendMedia(c, async () => {});
			if (file) return file;
			const { incoming, outgoing } = c.env;
			await new Promise<void>((resolve) => {
				outgoing.once("close", resolve);
				// Vite calls back only for requests to which it does not respond itself.
				devMiddleware(incoming, outgoing, resolve);
			});
			if (outgoing.writableEnded) return RESPONSE_ALREADY_SENT;
			const snapshots = await loadSnapshots(generated);
			const urlOriginal = incoming.url ?? "";
			const { httpResponse } = await renderPage({ urlOriginal, snapshots, site });
			const { body, statusCode: status, headers } = httpResponse;
			return new Response(body, { status, headers });
		},
	});
	log(`Developing at ${url} (Ctrl-C ends it)`);
	await waitForStopSignal();
}
