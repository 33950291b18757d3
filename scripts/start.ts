import { buildSite } from "./buildSite.ts";
import { runCommand } from "./command.ts";
import { chooseStrictness } from "./report.ts";
import { serveFolder } from "./server/serveFolder.ts";

/** Builds the site and serves it. */
await runCommand("start", async (environment, flags) => {
	await buildSite(environment, { strictness: chooseStrictness("start", environment, flags), log: console.log });
	await serveFolder("dist/client", environment.port);
});
