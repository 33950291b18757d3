import { readFile, writeFile } from "node:fs/promises";
import { writeEditorsTables } from "./contentful/editorsTables.ts";

/** Brings the tables in the editors' guide up to date with the content model. */
const guide = new URL("../docs/editors.md", import.meta.url);
await writeFile(guide, writeEditorsTables(await readFile(guide, "utf8")));
