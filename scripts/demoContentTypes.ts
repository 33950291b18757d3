import { writeFile } from "node:fs/promises";
import { readDemoSpace } from "../demo/startDemo.ts";
import { defineContentTypes } from "./contentful/contentTypes.ts";

/** Brings the content types in the demo's space up to date with the content model. */
const space = { ...(await readDemoSpace()), contentTypes: defineContentTypes() };
await writeFile(new URL("../demo/space.json", import.meta.url), `${JSON.stringify(space, undefined, "\t")}\n`);
