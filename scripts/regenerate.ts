import { writeFile } from "node:fs/promises";
import { generateFiles } from "./space/generateFiles.ts";

// `npm run regenerate`: writes the files that derive from the content model and the demo's prices. Run it after a
// change of these, and commit the files.

for (const [path, text] of Object.entries(await generateFiles())) {
	await writeFile(path, text);
	console.log(`Written: ${path}`);
}
