import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hashCode } from "../../scripts/render/hashCode.ts";

/** Folder of the bundle of the current code, which the last build has left in the cache. */
export const bundleFolder = join(".cache/bundles", await hashCode(process.cwd()));
if (!existsSync(bundleFolder))
	throw new Error("The code has changed since the last build: run `npm run build` first.");

/** Registers the site's pages for `renderPage` of Vike. */
export const registerPages = () =>
	import(pathToFileURL(resolve(bundleFolder, "server/entry.mjs")).href);
