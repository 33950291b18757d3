import { parseEnvironment } from "../environment/environment.server.ts";
import { runCommand, strictFlag } from "./command.ts";
import { serveLiveSite } from "./server/serveLiveSite.ts";
import { waitForStopSignal } from "./server/startHttpServer.ts";

// `npm start`: builds the site if it has not been built, serves it, and rebuilds it when content or prices change.

await runCommand(
	"start",
	({ strict }) =>
		serveLiveSite(parseEnvironment(), { strict, log: console.log, stop: waitForStopSignal }),
	strictFlag,
);
// Ends the process, because a running rebuild would keep it alive.
process.exit();
