import { takeScreenshots } from "./bench/takeScreenshots.ts";
import { runSiteCommand } from "./command.ts";

await runSiteCommand(
	"screenshots",
	(environment, { only, readme, strict }) =>
		takeScreenshots(environment, { only, readme, strict, log: console.log }),
	{ only: { type: "string" }, readme: { type: "boolean", default: false } },
);
