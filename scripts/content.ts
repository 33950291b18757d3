import { parseEnvironment } from "../environment/environment.server.ts";
import { runCommand, strictFlag } from "./command.ts";
import { pullContent } from "./publish/buildSite.ts";

await runCommand(
	"content",
	({ strict }) => pullContent(parseEnvironment(), { strict, log: console.log }),
	strictFlag,
);
