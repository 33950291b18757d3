import { takeScreenshots } from "./bench/takeScreenshots.ts";
import { runCommand } from "./command.ts";

await runCommand(
	"screenshots",
	(environment, { only, readme, strict }) => takeScreenshots(environment, { only, readme, strict, log: console.log }),
	{ only: { type: "string" }, readme: { type: "boolean", default: false } },
);
