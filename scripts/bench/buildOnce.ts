import { parseEnvironment } from "../../site/environment.server.ts";
import { buildSite } from "../publish/buildSite.ts";

// Builds once into the folder that the argument names. Prints the seconds that had passed at each line of progress, by the
// first word of the line.

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
