import { runCommand } from "./command.ts";
import { serveSite } from "./server/serveSite.ts";
import { stopSignal } from "./server/stopSignal.ts";

/** Builds the site where there is none, serves it, and makes it anew when content or prices change. */
await runCommand("start", async (environment, { strict }) => {
	await serveSite(environment, { strict, log: console.log, stop: stopSignal });
});
// A rebuild that is under way would keep the process alive.
process.exit();
