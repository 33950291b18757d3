import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hashCode } from "../../scripts/render/hashCode.ts";

/** Folder of the bundle of the current code, which the last build has left in the cache. */
export const bundleFolder = join(".cache/bundles", await hashCode(process.cwd()));

/** Registers the site's pages for `renderPage` of Vike. */
export const registerPages = () => import(pathToFileURL(resolve(bundleFolder, "server/entry.mjs")).href);
