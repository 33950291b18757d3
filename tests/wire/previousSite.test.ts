import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { buildSite, pullContent } from "../../scripts/publish/buildSite.ts";
import { readTree } from "../readTree.ts";
import {
	listIds,
	plain,
	shortLimits,
	startServices,
	temporaryFolder,
	wholeContent,
	withoutSecrets,
} from "./content.ts";
import { answering, refusing, when } from "./misbehaviour.ts";

const previous = {
	"dist/client/index.html": "<h1>previous site</h1>",
	"dist/server/entry.mjs": "previous renderer",
	"content/generated/en-US.json": "{}",
	"content/generated/media/0123.png": "\u0000png",
	"content/generated/report.json": "[]",
};

/** A project folder in which a site was built before. */
async function builtBefore(parent?: string): Promise<string> {
	const root = await temporaryFolder({ parent });
	for (const [path, content] of Object.entries(previous)) {
		await mkdir(dirname(join(root, path)), { recursive: true });
		await writeFile(join(root, path), content);
	}
	return root;
}

/** All files but those of pictures, which are kept for the next try. */
async function readAll(root: string): Promise<Record<string, string>> {
	const files = [...(await readTree(root))].filter(([path]) => !/^\.cache\/(media|originals)\//.test(path));
	return Object.fromEntries(files.map(([path, bytes]) => [path, String(bytes)]));
}

test("when a picture cannot be had, the last content stays byte for byte as it was", async () => {
	const { environment } = await startServices(wholeContent(), { contentful: when(".png", answering(500, "")) });
	const root = await builtBefore();
	await withoutSecrets(root, async (log) => {
		await expect(pullContent(environment, { root, log, limits: shortLimits })).rejects.toThrow();
	});
	expect(await readAll(root)).toEqual(previous);
});

test("a pull of content alone replaces the last content, and leaves the site", async () => {
	const { environment } = await startServices(wholeContent());
	const root = await builtBefore();
	const lines: string[] = [];
	await pullContent(environment, { root, log: (line) => lines.push(line), limits: shortLimits });
	const files = await readAll(root);
	expect(Object.keys(files).filter((path) => path.startsWith("content/"))).toEqual([
		"content/generated/answers.json.gz",
		"content/generated/en-US.json",
		expect.stringMatching(/^content\/generated\/media\/[0-9a-f]{16}-3\.avif$/),
		expect.stringMatching(/^content\/generated\/media\/[0-9a-f]{16}-3\.jpg$/),
		"content/generated/report.json",
		"content/generated/ru.json",
	]);
	expect(files["dist/client/index.html"]).toBe(previous["dist/client/index.html"]);
	expect(lines.at(-1)).toBe("Report: nothing to mend.");
});

// scripts/pull/report.test.ts has what is severe.
test("with --strict a severe row of the report stops it", async () => {
	const content = wholeContent();
	content.set(listIds.consultation, "stripePaymentLink", plain("http://buy.stripe.com/a"));
	const root = await builtBefore();
	const { environment } = await startServices(content);
	const lines: string[] = [];
	await expect(
		pullContent(environment, { root, log: (line) => lines.push(line), strict: true, limits: shortLimits }),
	).rejects.toThrow("--strict: the report has 1 severe rows");
	expect(lines.join("\n")).toContain("its button is left out");
	// Besides the pictures that it keeps for the next one.
	expect(await readAll(root)).toMatchObject(previous);
});

test("a build that fails leaves the last site and content byte for byte as they were", {
	timeout: 60_000,
}, async () => {
	const { environment } = await startServices(wholeContent(), { stripe: refusing });
	const root = await builtBefore(".cache");
	await withoutSecrets(root, async (log) => {
		await expect(buildSite(environment, { root, cache: ".cache", log, limits: shortLimits })).rejects.toMatchObject({
			faults: [expect.stringContaining("Check STRIPE_API_KEY")],
		});
	});
	expect(await readAll(root)).toEqual(previous);
});
