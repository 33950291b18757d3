import { parseEnvironment } from "../../site/environment.server.ts";
import { buildSite } from "../publish/buildSite.ts";

// Builds the site once into the folder that the first argument names. Prints a JSON object. Its keys are the first
// words of the build's progress lines; its values are seconds since the start.

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
