import { runCommand } from "./command.ts";
import { buildSite } from "./publish/buildSite.ts";

await runCommand("build", (environment, { strict }) => buildSite(environment, { strict, log: console.log }));
