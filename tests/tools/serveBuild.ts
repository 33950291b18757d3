import { requireEnvironment } from "../../environment/environment.server.ts";
import { openNewsletterFiles } from "../../scripts/server/newsletterFiles.ts";
import { startHttpServer, waitForStopSignal } from "../../scripts/server/startHttpServer.ts";
import { copyBuildCompressed } from "./copyBuildCompressed.ts";

// Serves the last build and the functions of `api/` to the browser tests, until the process receives a stop signal.

const folder = await copyBuildCompressed(".cache/served");
const server = await startHttpServer({
	listVersions: () => [folder],
	port: requireEnvironment().port,
	context: openNewsletterFiles(),
});
console.log(`Serving dist at ${server.url}`);
await waitForStopSignal();
await server.close();
