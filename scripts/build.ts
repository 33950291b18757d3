import { runSiteCommand } from "./command.ts";
import { buildSite } from "./publish/buildSite.ts";

await runSiteCommand("build", (environment, { strict }) =>
	buildSite(environment, { strict, log: console.log }),
);
