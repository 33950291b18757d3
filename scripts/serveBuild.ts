import { existsSync } from "node:fs";
import { runSiteCommand } from "./command.ts";
import { copyBuildCompressed } from "./publish/compressFiles.ts";
import { openNewsletterFiles } from "./server/newsletterFiles.ts";
import { startHttpServer } from "./server/startHttpServer.ts";
import { waitForStopSignal } from "./server/waitForStopSignal.ts";

// `node scripts/serveBuild.ts`: serves the last build and the functions of `api/` until the process receives a stop signal.

await runSiteCommand("serve", async ({ port }) => {
	if (!existsSync("dist/client/index.html")) {
		throw new Error("There is no built site in dist. Build it first: npm run build");
	}
	const folder = await copyBuildCompressed(".cache/served");
	const server = await startHttpServer({
		listVersions: () => [folder],
		port,
		context: openNewsletterFiles(),
	});
	console.log(`Serving dist at ${server.url} (Ctrl-C ends it)`);
	await waitForStopSignal();
	await server.close();
});
