import { dirname } from "node:path";
import mediaMinMax from "@csstools/postcss-media-minmax";
import vike from "vike/plugin";
import { defineConfig, minifySync, type Plugin } from "vite";
import { applyStoredLocale } from "./renderer/headScript.ts";
import { oldestBrowsers } from "./renderer/oldestBrowsers.ts";

/** Replaces Vite's preload helper with a smaller one, because our dynamic imports have no style sheets to preload. */
const plainDynamicImports: Plugin = {
	name: "plain-dynamic-imports",
	enforce: "pre",
	resolveId: {
		filter: { id: /vite\/preload-helper/ },
		// Gives each importing folder its own preload helper, because a shared helper would be an extra download.
		handler: (id, importer = "") => `${id}?${dirname(importer)}`,
	},
	load: {
		filter: { id: /vite\/preload-helper/ },
		handler: () => "export const __vitePreload = (load) => load();",
	},
};

/** Minifies the inline script of all pages. */
function minifyHeadScript(): string {
	return minifySync("headScript.js", `(${applyStoredLocale})(document)`).code;
}

export default defineConfig({
	// `false` stops Vite from reading `.env`, so that the bundle cannot contain a secret. scripts/command.ts reads the
	// file instead.
	envDir: false,
	plugins: [vike(), plainDynamicImports],
	define: { HEAD_SCRIPT: JSON.stringify(minifyHeadScript()) },
	// Vite lowers `(width > 48rem)` to `not (max-width: 48rem)`, which Safari before 16.4 does not know either.
	css: { postcss: { plugins: [mediaMinMax()] } },
	build: {
		// Target of scripts and styles.
		target: oldestBrowsers,
		modulePreload: false,
		// Fields of classes become assignments. Otherwise, scripts would share a helper, which is an extra download.
		rolldownOptions: { transform: { assumptions: { setPublicClassFields: true } } },
		// `0` prevents inlining files as data URLs, because browsers can cache files with hashed names permanently.
		assetsInlineLimit: 0,
	},
});
