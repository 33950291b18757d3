import { buildSite } from "./buildSite.ts";
import { runCommand } from "./command.ts";
import { chooseStrictness } from "./report.ts";

await runCommand("build", (environment, flags) =>
	buildSite(environment, { strictness: chooseStrictness("build", environment, flags), log: console.log }),
);
