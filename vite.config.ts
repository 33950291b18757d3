import { dirname } from "node:path";
import vike from "vike/plugin";
import { defineConfig, minifySync, type Plugin } from "vite";
import { counterpartSelector, openingId, startPage } from "./site/headScript.ts";

/**
 * Replaces Vite's preload helper, which wraps every dynamic import to preload style sheets. Our dynamic
 * imports load no style sheets, and the helper would be a third of the script that every page loads.
 *
 * Each folder with dynamic imports gets its own copy of the replacement, because browsers would have to load a shared
 * module as a separate file.
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

/**
 * Minifies the inline script of all pages. The minifier writes strings in backticks, which are replaced by quotes here:
 * the HTML around the script has many quotes, so a script with quotes compresses better.
 */
function minifyHeadScript(): string {
	const script = `(${startPage})(document, ${JSON.stringify(counterpartSelector)}, "${openingId}")`;
	const { code } = minifySync("headScript.js", script);
	const unsafeString = /`[^`]*(?:"|\$\{)[^`]*`/.exec(code);
	if (unsafeString) {
		throw new Error(`site/headScript.ts must contain no string with a double quote or \${}: ${unsafeString[0]}`);
	}
	return code.replaceAll("`", '"');
}

export default defineConfig({
	// `false` stops Vite from reading `.env`, so that the bundle cannot contain a secret. scripts/command.ts reads the
	// file instead.
	envDir: false,
	plugins: [vike(), plainDynamicImports],
	define: { HEAD_SCRIPT: JSON.stringify(minifyHeadScript()) },
	build: {
		modulePreload: false,
		// `0` prevents inlining files as data URLs, because browsers can cache files with hashed names permanently.
		assetsInlineLimit: 0,
	},
});
