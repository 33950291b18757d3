import { requireEnvironment } from "../environment/environment.server.ts";
import { runCommand } from "./command.ts";
import { serveInDevelopment } from "./server/serveInDevelopment.ts";

await runCommand(
	"dev",
	"Serves pages and functions while you edit them.",
	() => serveInDevelopment(requireEnvironment()),
	{},
);
// Ends the process, because the server and Vite's file watchers would keep it alive.
process.exit();
