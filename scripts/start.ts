import { buildSite } from "./buildSite.ts";
import { runCommand } from "./command.ts";
import { serveFolder } from "./server/serveFolder.ts";

/** Builds the site and serves it. */
await runCommand("start", async (environment, { strict }) => {
	await buildSite(environment, { strict, log: console.log });
	await serveFolder("dist/client", environment.port);
});
