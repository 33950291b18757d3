import { runCommand } from "./command.ts";
import { serveSite } from "./server/serveSite.ts";
import { waitForStopSignal } from "./server/waitForStopSignal.ts";

// `npm start`: builds the site unless a version exists, serves it, and rebuilds it when content or prices change.

await runCommand("start", async (environment, { strict }) => {
	await serveSite(environment, { strict, log: console.log, stop: waitForStopSignal });
});
// A running rebuild would keep the process alive.
process.exit();
