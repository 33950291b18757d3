import { spawnSync } from "node:child_process";
import { readDemoSpace } from "../../demo/startDemo.ts";
import { formatStripeFixtures } from "../../demo/stripeFixtures.ts";
import { defineContentTypes, defineEditorInterfaces } from "./contentTypes.ts";
import { formatFieldsReference } from "./fieldsReference.ts";

/**
 * Generates the files in the repository that derive from the content model and the demo's prices.
 * @returns texts of the files, by path
 */
export async function generateFiles(): Promise<Record<string, string>> {
	const space = {
		...(await readDemoSpace()),
		contentTypes: defineContentTypes(),
		editorInterfaces: defineEditorInterfaces(),
	};
	return {
		"demo/space.json": formatAsBiome("demo/space.json", JSON.stringify(space, undefined, "\t")),
		"demo/stripe-fixtures.json": formatStripeFixtures(),
		"docs/fields.md": formatFieldsReference(),
	};
}

/**
 * Formats text as `biome check --write` would format the file at `path`.
 * @throws Error with the output of Biome
 */
function formatAsBiome(path: string, text: string): string {
	const program = ["node_modules/@biomejs/biome/bin/biome", "format", `--stdin-file-path=${path}`];
	const options = { input: text, encoding: "utf8", maxBuffer: 2 ** 26 } as const;
	const { status, stdout, stderr } = spawnSync(process.execPath, program, options);
	if (status !== 0) throw new Error(`Biome cannot format ${path}: ${stderr}`);
	return stdout;
}
