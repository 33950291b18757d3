import { parseEnvironment } from "../environment/environment.server.ts";
import { takeScreenshots } from "./bench/takeScreenshots.ts";
import { runCommand } from "./command.ts";

const flags = {
	only: { type: "string" },
	readme: { type: "boolean", default: false },
} as const;

await runCommand("screenshots", (options) => takeScreenshots(parseEnvironment(), options), flags);
