import { requireEnvironment } from "../environment/environment.server.ts";
import { takeScreenshots } from "./bench/takeScreenshots.ts";
import { runCommand } from "./command.ts";

await runCommand(
	"screenshots",
	`Takes pictures of every page into .cache/screenshots.
Example: npm run screenshots -- --only about`,
	(options) => takeScreenshots(requireEnvironment(), options),
	{
		only: { type: "string", help: "<text>: takes those with this text in their names" },
		readme: { type: "boolean", default: false, help: "takes those of the README" },
	},
);
