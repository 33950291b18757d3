import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vike/api";
import { build as buildScript, type Manifest } from "vite";
import { takeStyles } from "./styles.ts";

/** The one module that pages load; what it does not lead to is not shipped. */
const browserEntry = "renderer/+client.ts";

/*
 * A program of its own, run with the folder as its argument: the process that renders is then free of the bundler, as
 * a server is that renders again and again.
 *
 * Bundles the code: the renderer into `folder`/server, what browsers load into `folder`/client, and what they load of a preview
 * beside it into `folder`/preview. Content is not part of it, so a change of content needs no new bundle.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Usage: node scripts/render/bundle.ts FOLDER");
await build({ viteConfig: { build: { outDir: folder }, logLevel: "warn" } });
await removeUnused(folder);
await takeStyles(folder);
await buildScript({
	configFile: false,
	publicDir: false,
	logLevel: "warn",
	define: { "process.env.NODE_ENV": '"production"' },
	build: {
		outDir: join(folder, "preview"),
		lib: { entry: "renderer/preview.client.ts", formats: ["es"], fileName: "preview" },
	},
});

/** Vike also bundles a client runtime for each page, which HTML-only pages never load. */
async function removeUnused(folder: string): Promise<void> {
	const manifest = JSON.parse(await readFile(join(folder, "assets.json"), "utf8")) as Manifest;
	const used = new Set<string>();
	const use = (key: string) => {
		const chunk = manifest[key];
		if (!chunk || used.has(chunk.file)) return;
		used.add(chunk.file);
		for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) use(next);
	};
	use(browserEntry);
	for (const { file } of Object.values(manifest)) {
		if (file.endsWith(".js") && !used.has(file)) await rm(join(folder, "client", file), { force: true });
	}
}
