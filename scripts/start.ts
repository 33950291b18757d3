import { runSiteCommand } from "./command.ts";
import { serveLiveSite } from "./server/serveLiveSite.ts";
import { waitForStopSignal } from "./server/waitForStopSignal.ts";

// `npm start`: builds the site if it has not been built, serves it, and rebuilds it when content or prices change.

await runSiteCommand("start", async (environment, { strict }) => {
	await serveLiveSite(environment, { strict, log: console.log, stop: waitForStopSignal });
});
// Ends the process, because a running rebuild would keep it alive.
process.exit();
