import { runSiteCommand } from "./command.ts";
import { pullContent } from "./publish/buildSite.ts";

await runSiteCommand("content", (environment, { strict }) =>
	pullContent(environment, { strict, log: console.log }),
);
