import { writeFile } from "node:fs/promises";
import { generateFiles } from "./space/generateFiles.ts";

// `npm run regenerate`, after a change of the content model or of the demo's prices: writes the files that are derived from
// them, which are committed.

for (const [path, text] of Object.entries(await generateFiles())) {
	await writeFile(path, text);
	console.log(`Written: ${path}`);
}
