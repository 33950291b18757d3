import { requireEnvironment } from "../environment/environment.server.ts";
import { runCommand } from "./command.ts";
import { pullContent } from "./publish/buildSite.ts";

await runCommand(
	"content",
	"Pulls into content/generated, and prints the report.",
	() => pullContent(requireEnvironment(), { log: console.log }),
	{},
);
