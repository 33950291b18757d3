import { join } from "node:path";
import { build } from "vike/api";
import { build as buildScript } from "vite";
import { oldestBrowsers } from "../../renderer/oldestBrowsers.ts";
import { moveStyles } from "./styles.ts";

/* Separate program that bundles the source code, so that servers need not load the bundler. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Usage: node scripts/render/bundle.ts FOLDER");
await build({ viteConfig: { build: { outDir: folder }, logLevel: "warn" } });
await moveStyles(folder);
await buildScript({
	configFile: false,
	publicDir: false,
	logLevel: "warn",
	define: { "process.env.NODE_ENV": '"production"' },
	build: {
		target: oldestBrowsers,
		outDir: join(folder, "preview"),
		lib: { entry: "renderer/preview/preview.client.ts", formats: ["es"], fileName: "preview" },
	},
});
