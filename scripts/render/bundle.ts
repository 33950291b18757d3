import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vike/api";
import { build as buildScript, type Manifest } from "vite";
import { moveStyles } from "./styles.ts";

/** Entry module of the browser code. `removeUnused` deletes all chunks that this module does not import. */
const browserEntry = "renderer/+client.ts";

/* Separate program that bundles the source code, so that servers need not load the bundler. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Usage: node scripts/render/bundle.ts FOLDER");
await build({ viteConfig: { build: { outDir: folder }, logLevel: "warn" } });
await removeUnused(folder);
await moveStyles(folder);
await buildScript({
	configFile: false,
	publicDir: false,
	logLevel: "warn",
	define: { "process.env.NODE_ENV": '"production"' },
	build: {
		outDir: join(folder, "preview"),
		lib: { entry: "renderer/preview/preview.client.ts", formats: ["es"], fileName: "preview" },
	},
});

/** Removes the client runtime that Vike bundles for each page, because HTML-only pages never load it. */
async function removeUnused(folder: string): Promise<void> {
	const manifest = JSON.parse(await readFile(join(folder, "assets.json"), "utf8")) as Manifest;
	const usedFiles = new Set<string>();
	const markUsed = (key: string) => {
		const chunk = manifest[key];
		if (!chunk || usedFiles.has(chunk.file)) return;
		usedFiles.add(chunk.file);
		for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) markUsed(next);
	};
	markUsed(browserEntry);
	for (const { file } of Object.values(manifest)) {
		if (file.endsWith(".js") && !usedFiles.has(file)) await rm(join(folder, "client", file), { force: true });
	}
}
