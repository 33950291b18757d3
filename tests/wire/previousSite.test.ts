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

/** Runs a command in a project with an earlier build, on content with a severe problem. */
async function runOnSevereContent(run: typeof pullContent | typeof buildSite, strict: boolean) {
	const content = createCompleteContent();
	content.set(listIds.consultation, "stripePaymentLink", plain("http://buy.stripe.com/a"));
	const { environment } = await startServices(content);
	const root = await makeFolder({ files: previous, parent: ".cache" });
	const lines: string[] = [];
	const log = (line: string) => lines.push(line);
	const options = { root, cacheFolder: ".cache", log, limits: shortLimits, strict };
	const fault = await run(environment, options).then(
		() => "",
		({ message }: Error) => message,
	);
	const kept = [...(await readTree(root))].filter(([path]) => !path.startsWith(".cache/"));
	const files = Object.fromEntries(kept.map(([path, bytes]) => [path, String(bytes)]));
	return { fault, files, log: lines.join("\n") };
}

test.each([
	["a pull", pullContent],
	["a build", buildSite],
])("%s with --strict fails at a severe row and changes nothing", async (_, run) => {
	const { fault, files, log } = await runOnSevereContent(run, true);
	expect(fault).toContain("--strict: the report has 1 severe row (");
	expect(log).toContain("the button is left out");
	expect(files).toEqual(previous);
});

test("a pull replaces the content and leaves the site", async () => {
	const { files } = await runOnSevereContent(pullContent, false);
	expect(files).toMatchObject({
		"dist/client/index.html": previous["dist/client/index.html"],
		"content/generated/en-US.json": expect.stringContaining("Hero"),
		"content/generated/ru.json": expect.stringContaining("Hero (ru)"),
	});
	expect(files).not.toHaveProperty(["content/generated/media/0123.png"]);
});
