import { expect, test } from "vitest";
import { buildSite, pullContent } from "../../scripts/publish/buildSite.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { listIds, plain, wholeContent } from "./content.ts";
import { refusing, when } from "./misbehaviour.ts";
import { shortLimits, startServices, withoutSecrets } from "./services.ts";

/** A project in which a site was built before. */
const previous = {
	"dist/client/index.html": "<h1>previous site</h1>",
	"dist/server/entry.mjs": "previous renderer",
	"content/generated/en-US.json": "{}",
	"content/generated/media/0123.png": "\u0000png",
	"content/generated/report.json": "[]",
};

/** All files but those of pictures, which are kept for the next try, and of the lock. */
async function readAll(root: string): Promise<Record<string, string>> {
	const files = [...(await readTree(root))].filter(([path]) => !/^\.cache\/(media\/|originals\/|builds\.)/.test(path));
	return Object.fromEntries(files.map(([path, bytes]) => [path, String(bytes)]));
}

// scripts/pull/report.test.ts has what is severe.
test("a pull of content alone replaces the last content, and leaves the site; with --strict a severe row of the report stops it", async () => {
	const content = wholeContent();
	content.set(listIds.consultation, "stripePaymentLink", plain("http://buy.stripe.com/a"));
	const { environment } = await startServices(content);
	const root = await makeFolder({ files: previous });
	const lines: string[] = [];
	const options = { root, log: (line: string) => lines.push(line), limits: shortLimits };
	const strict = pullContent(environment, { ...options, strict: true });
	await expect(strict).rejects.toThrow("--strict: the report has 1 severe row (");
	expect(lines.join("\n")).toContain("the button is left out");
	// Besides the pictures that it keeps for the next one.
	expect(await readAll(root)).toMatchObject(previous);

	await pullContent(environment, options);
	const files = await readAll(root);
	const pulled = Object.keys(files).filter((path) => path.startsWith("content/") && !path.includes("/media/"));
	expect(pulled.map((path) => path.replace("content/generated/", ""))).toEqual([
		"answers.json.gz",
		"en-US.json",
		"report.json",
		"ru.json",
	]);
	expect(files["dist/client/index.html"]).toBe(previous["dist/client/index.html"]);
});

test("a build that fails leaves the last site and content byte for byte as they were", {
	timeout: 60_000,
}, async () => {
	const { environment } = await startServices(wholeContent(), { misbehave: when("/v1/prices", refusing) });
	const root = await makeFolder({ files: previous, parent: ".cache" });
	const lines: string[] = [];
	const options = { root, cache: ".cache", log: (line: string) => lines.push(line), limits: shortLimits };
	const build = withoutSecrets(root, lines, () => buildSite(environment, options));
	await expect(build).rejects.toMatchObject({ faults: [expect.stringContaining("Check STRIPE_API_KEY")] });
	expect(await readAll(root)).toEqual(previous);
});
