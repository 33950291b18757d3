import { pullContent } from "./buildSite.ts";
import { runCommand } from "./command.ts";

await runCommand("content", (environment, { strict }) => pullContent(environment, { strict, log: console.log }));
