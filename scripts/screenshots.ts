import { runCommand } from "./command.ts";
import { takeScreenshots } from "./measure/screenshots.ts";

await runCommand(
	"screenshots",
	(environment, { only, readme, strict }) => takeScreenshots(environment, { only, readme, strict, log: console.log }),
	{ only: { type: "string" }, readme: { type: "boolean", default: false } },
);
