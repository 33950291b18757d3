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
	"content/generated/media/0123.png": "\u0000png",
	"content/generated/report.json": "[]",
};

/** Reads all files of a project except for the cached pictures and the lock. */
async function readAll(root: string): Promise<Record<string, string>> {
	const files = [...(await readTree(root))].filter(
		([path]) => !/^\.cache\/(media\/|originals\/|lock)/.test(path),
	);
	return Object.fromEntries(files.map(([path, bytes]) => [path, String(bytes)]));
}

/** Creates a project that contains an earlier build, and content with a severe problem. */
async function openSevereProject() {
	const content = createCompleteContent();
	content.set(listIds.consultation, "stripePaymentLink", plain("http://buy.stripe.com/a"));
	const { environment } = await startServices(content);
	const root = await makeFolder({ files: previous, parent: ".cache" });
	const lines: string[] = [];
	const options = {
		root,
		cacheFolder: ".cache",
		log: (line: string) => lines.push(line),
		limits: shortLimits,
	};
	return { environment, root, lines, options };
}

test.each([
	["a pull", pullContent],
	["a build", buildSite],
])("%s with --strict fails at a severe row and changes nothing", async (_, run) => {
	const { environment, root, lines, options } = await openSevereProject();
	await expect(run(environment, { ...options, strict: true })).rejects.toThrow(
		"--strict: the report has 1 severe row (",
	);
	expect(lines.join("\n")).toContain("the button is left out");
	expect(await readAll(root)).toEqual(previous);
});

test("a pull replaces the content and leaves the site", async () => {
	const { environment, root, options } = await openSevereProject();
	await pullContent(environment, options);
	const files = await readAll(root);
	const pulled = Object.keys(files).filter(
		(path) => path.startsWith("content/") && !path.includes("/media/"),
	);
	const names = ["en-US.json", "report.json", "ru.json", "source.json"];
	expect(pulled).toEqual(names.map((name) => `content/generated/${name}`));
	expect(files["dist/client/index.html"]).toBe(previous["dist/client/index.html"]);
});
