import { parseEnvironment } from "../../site/environment.server.ts";
import { buildSite } from "../publish/buildSite.ts";

// A build in a process of its own, with the root as its argument. Prints how many seconds had passed at each line of
// progress, by the line's first word.

const [root = ""] = process.argv.slice(2);
const start = performance.now();
const marks: Record<string, number> = {};
const log = (line: string) => {
	marks[line.split(":")[0] ?? ""] = (performance.now() - start) / 1000;
};
await buildSite(parseEnvironment(), { root, log });
log("done");
console.log(JSON.stringify(marks));
