import { parseEnvironment } from "../../site/environment.server.ts";
import { buildSite } from "../publish/buildSite.ts";

// A build in a process of its own, with the root and the cache as its arguments. Prints how many milliseconds had
// passed at each line of progress, by the line's first word.

const [root, cache] = process.argv.slice(2);
if (!root || !cache) throw new Error("Usage: node scripts/measure/buildOnce.ts ROOT CACHE");
const start = performance.now();
const marks: Record<string, number> = {};
const note = (line: string) => {
	marks[line.split(":")[0] ?? ""] = performance.now() - start;
};
await buildSite(parseEnvironment(), { root, cache, log: note });
note("done");
console.log(JSON.stringify(marks));
