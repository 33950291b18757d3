import { readFile, writeFile } from "node:fs/promises";
import { writeFaultTables } from "./faultRows.ts";

/** Brings the tables in docs/reliability.md up to date with the faults that the tests try. */
const page = new URL("../../docs/reliability.md", import.meta.url);
await writeFile(page, writeFaultTables(await readFile(page, "utf8")));
