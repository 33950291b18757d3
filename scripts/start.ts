import { requireEnvironment } from "../environment/environment.server.ts";
import { runCommand } from "./command.ts";
import { createPublisher } from "./publish/createPublisher.ts";
import { serveLiveSite } from "./server/serveLiveSite.ts";
import { waitForStopSignal } from "./server/startHttpServer.ts";

await runCommand(
	"start",
	"Builds the site if it has not been built, serves it, and rebuilds it when content or prices change.",
	() =>
		serveLiveSite(requireEnvironment(), {
			log: console.log,
			stop: waitForStopSignal,
			publish: createPublisher(),
		}),
	{},
);
// Ends the process, because the one that publishes would keep it alive.
process.exit();
