import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vike/api";

/* Separate program that bundles the source code, so that servers need not load the bundler. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Usage: node scripts/render/bundle.ts FOLDER");
await build({ viteConfig: { build: { outDir: folder }, logLevel: "warn" } });

// Moves the style sheets that pages contain inline out of the folder that is published. One sheet is linked.
const [published, inlined] = [join(folder, "client/assets/static"), join(folder, "server/styles")];
await mkdir(inlined);
for (const file of await readdir(published)) {
	const isInlined = file.endsWith(".css") && !file.startsWith("late.");
	if (isInlined) await rename(join(published, file), join(inlined, file));
}
