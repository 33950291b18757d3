import { parseEnvironment } from "../../environment/environment.server.ts";
import { buildSite } from "../publish/buildSite.ts";

// Builds the site into a given folder, and prints the end time of each build step as JSON, in seconds.

const [root = ""] = process.argv.slice(2);
const start = performance.now();
const marks: Record<string, number> = {};
const log = (line: string) => {
	const [name = ""] = line.split(":");
	marks[name] = (performance.now() - start) / 1000;
};
await buildSite(parseEnvironment(), { root, log });
log("done");
console.log(JSON.stringify(marks));
