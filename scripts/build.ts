import { buildSite } from "./buildSite.ts";
import { runCommand } from "./command.ts";

await runCommand("build", (environment, { strict }) => buildSite(environment, { strict, log: console.log }));
