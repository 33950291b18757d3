import { build } from "vike/api";
import { moveStyles } from "./styles.ts";

/* Separate program that bundles the source code, so that servers need not load the bundler. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Usage: node scripts/render/bundle.ts FOLDER");
await build({ viteConfig: { build: { outDir: folder }, logLevel: "warn" } });
await moveStyles(folder);
