import { writeFile } from "node:fs/promises";
import { formatFieldsReference } from "./space/fieldsReference.ts";

// Run `npm run regenerate` after a change of the content model, and commit the file.

await writeFile("docs/fields.md", formatFieldsReference());
console.log("Written: docs/fields.md");
