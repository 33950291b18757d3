import { writeFile } from "node:fs/promises";
import { generateFiles } from "./space/generateFiles.ts";

// Run `npm run regenerate` after a change of the content model or the demo's prices, and commit the files.

for (const [path, text] of Object.entries(await generateFiles())) {
	await writeFile(path, text);
	console.log(`Written: ${path}`);
}
