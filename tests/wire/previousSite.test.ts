import { expect, test } from "vitest";
import { buildSite, pullContent } from "../../scripts/publish/buildSite.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { shortLimits, startServices } from "./services.ts";
import { createCompleteContent } from "./testContent.ts";

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
])("%s that fails changes nothing", async (_, run) => {
	const content = createCompleteContent();
	content.unset("appShell", "buyButton");
	const { environment } = await startServices(content);
	const root = await makeFolder({ files: previous, parent: ".cache" });
	const options = { root, cacheFolder: ".cache", log: () => {}, limits: shortLimits };
	await expect(run(environment, options)).rejects.toThrow("the required field is empty");
	const files = [...(await readTree(root))].filter(([path]) => !path.startsWith(".cache/"));
	expect(Object.fromEntries(files.map(([path, bytes]) => [path, String(bytes)]))).toEqual(previous);
});
