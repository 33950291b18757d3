import { parseEnvironment } from "../environment/environment.server.ts";
import { runCommand, strictFlag } from "./command.ts";
import { buildSite } from "./publish/buildSite.ts";

await runCommand(
	"build",
	({ strict }) => buildSite(parseEnvironment(), { strict, log: console.log }),
	strictFlag,
);
