import { runCommand } from "./command.ts";
import { pullContent } from "./publish/buildSite.ts";

await runCommand("content", (environment, { strict }) => pullContent(environment, { strict, log: console.log }));
