import { expect, test } from "vitest";
import { buildSite, pullContent } from "../../scripts/publish/buildSite.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { shortLimits, startServices } from "./services.ts";
import { createCompleteContent, listIds, plain } from "./testContent.ts";

/** Files that an earlier build has left in a project, by path. */
const previous = {
	"dist/client/index.html": "<h1>previous site</h1>",
	"dist/source.json": '"previous source"',
	"content/generated/en-US.json": "{}",
	"content/generated/media/0123.png": "picture",
	"content/generated/report.json": "[]",
};

test.each([
	["a pull", pullContent],
	["a build", buildSite],
])("%s with --strict fails at a severe row and changes nothing", async (_, run) => {
	const content = createCompleteContent();
	content.set(listIds.consultation, "stripePaymentLink", plain("http://buy.stripe.com/a"));
	const { environment } = await startServices(content);
	const root = await makeFolder({ files: previous, parent: ".cache" });
	const lines: string[] = [];
	const log = (line: string) => lines.push(line);
	const options = { root, cacheFolder: ".cache", log, limits: shortLimits, strict: true };
	await expect(run(environment, options)).rejects.toThrow(
		"--strict: the report has 1 severe row (",
	);
	expect(lines.join("\n")).toContain("the button is left out");
	const files = [...(await readTree(root))].filter(([path]) => !path.startsWith(".cache/"));
	expect(Object.fromEntries(files.map(([path, bytes]) => [path, String(bytes)]))).toEqual(previous);
});
