import { requireEnvironment } from "../environment/environment.server.ts";
import { runCommand } from "./command.ts";
import { buildSite } from "./publish/buildSite.ts";

await runCommand(
	"build",
	"Builds the site into dist/client, for a host.",
	() => buildSite(requireEnvironment(), { log: console.log }),
	{},
);
