import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readDemoSpace } from "../demo/startDemo.ts";
import { formatStripeFixtures } from "../demo/stripeFixtures.ts";
import { defineContentTypes, defineEditorInterfaces } from "./space/contentTypes.ts";
import { writeEditorsTables } from "./space/editorsTables.ts";

// Run by hand when the content model, or what the demo sells, has changed: `node scripts/regenerate.ts`. What it writes is
// committed, as `biome check --write` formats it.

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const space = {
	...(await readDemoSpace()),
	contentTypes: defineContentTypes(),
	editorInterfaces: defineEditorInterfaces(),
};
await writeFile("demo/space.json", `${JSON.stringify(space, undefined, "\t")}\n`);
await writeFile("demo/stripe-fixtures.json", formatStripeFixtures());
await writeFile("docs/editors.md", writeEditorsTables(await readFile("docs/editors.md", "utf8")));
