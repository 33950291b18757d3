import { existsSync } from "node:fs";
import { join } from "node:path";
import { hashCode } from "../../scripts/render/hashCode.ts";

/** Folder of the bundle of the current code, which the last build has left in the cache. */
export const bundleFolder = join(".cache/bundles", await hashCode());
if (!existsSync(bundleFolder))
	throw new Error("The code has changed since the last build: run `npm run build` first.");
