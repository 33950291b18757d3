import { writeFile } from "node:fs/promises";
import { generateFiles } from "./space/generateFiles.ts";

// `npm run regenerate`: writes the files that are generated from the content model (content/model.ts) and the demo's
// prices. Run it after changing the model or the prices, and commit the files.

for (const [path, text] of Object.entries(await generateFiles())) {
	await writeFile(path, text);
	console.log(`Written: ${path}`);
}
