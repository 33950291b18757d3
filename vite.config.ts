import { dirname } from "node:path";
import vike from "vike/plugin";
import { defineConfig, minifySync, type Plugin } from "vite";
import { counterpartSelector, openingId, startPage } from "./site/headScript.ts";

/**
 * Vite wraps every dynamic import in a helper that preloads style sheets, of which ours have none. The helper would be
 * a third of the script that every page loads. One for each folder: one for all would be a file of its own.
 */
const plainDynamicImports: Plugin = {
	name: "plain-dynamic-imports",
	enforce: "pre",
	resolveId: {
		filter: { id: /vite\/preload-helper/ },
		handler: (id, importer = "") => `${id}?${dirname(importer)}`,
	},
	load: {
		filter: { id: /vite\/preload-helper/ },
		handler: () => "export const __vitePreload = (load) => load();",
	},
};

const headScript = `(${startPage})(document, ${JSON.stringify(counterpartSelector)}, "${openingId}")`;

export default defineConfig({
	// scripts/command.ts reads `.env`. None of its values may become part of the bundle.
	envDir: false,
	plugins: [vike(), plainDynamicImports],
	define: { HEAD_SCRIPT: JSON.stringify(minifySync("headScript.js", headScript).code) },
	build: {
		modulePreload: false,
		// No file is inlined as a data URL: files have hashed names, and browsers cache them permanently.
		assetsInlineLimit: 0,
	},
});
