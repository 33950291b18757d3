import { readFile, writeFile } from "node:fs/promises";
import { writeFaultTable } from "./faultRows.ts";

/** Brings the table in docs/reliability.md up to date with the faults that the tests try. */
const page = new URL("../../docs/reliability.md", import.meta.url);
await writeFile(page, writeFaultTable(await readFile(page, "utf8")));
