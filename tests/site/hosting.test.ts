import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { documentHeaders } from "../../environment/headers.server.ts";
import { parseHeaders } from "../../scripts/render/hostRules.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { listWriteCommands, type NginxSnippets, readNginxSnippets } from "../tools/nginxSnippets.ts";

// Checks scripts/server/nginx.conf without nginx. `npm run nginx` tests the configuration in nginx.

const headersFile = "dist/client/_headers";
const rules = parseHeaders(await readFile(headersFile, "utf8"));
const snippets = await readNginxSnippets();

async function writeSnippets(given: NginxSnippets): Promise<Map<string, Buffer>> {
	const folder = await makeFolder({ files: { "nginx/snippets/none": "" } });
	await mkdir(join(folder, dirname(headersFile)), { recursive: true });
	await copyFile(headersFile, join(folder, headersFile));
	execFileSync("/bin/sh", ["-e", "-c", listWriteCommands(given, join(folder, "nginx"))], { cwd: folder });
	return readTree(join(folder, "nginx"));
}

/** Returns the lines of nginx's `add_header` that correspond to the headers of a rule in `_headers`. */
function linesOf(path: string): string[] {
	const { headers = {} } = rules.find((rule) => rule.path === path) ?? {};
	return Object.entries(headers).map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}" always;`);
}

test("the documented commands write the headers of all files and of drawings for nginx", async () => {
	const files = await writeSnippets(snippets);
	const written = (path: string) => String(files.get(path)).trim().split("\n");
	expect(written("snippets/site-headers.conf")).toEqual([...linesOf("/*"), ...linesOf("/")]);
	expect(linesOf("/*").length).toBeGreaterThan(4);
	const onlyDocuments = new RegExp(`^add_header (${documentHeaders.join("|")}) `);
	const everywhere = linesOf("/*");
	expect(everywhere.filter((line) => onlyDocuments.test(line)).length).toBeGreaterThan(2);
	expect(written("snippets/site-files.conf")).toEqual(everywhere.filter((line) => !onlyDocuments.test(line)));
	expect(written("snippets/site-drawings.conf")).toEqual(linesOf("/media/drawings/*"));
});

test("nginx's configuration includes exactly the files that the commands write", async () => {
	const files = await writeSnippets(snippets);
	const included = new Set(snippets.configuration.match(/(?<=include )[^;]+/g));
	expect([...included].sort()).toEqual([...files.keys()].filter((path) => path !== "snippets/none").sort());
});

test("in nginx's configuration each block with its own header includes the headers that its files need", () => {
	const blocks = snippets.configuration.split(/(?=location|server \{)/).filter((block) => block.includes("add_header"));
	expect(blocks.length).toBe(4);
	const [everything = "", ...hashed] = blocks;
	expect(everything).toContain("include snippets/site-headers.conf;");
	for (const block of hashed) expect(block).toContain("include snippets/site-files.conf;");
});

test("nginx's configuration refuses repeated slashes before it redirects to a page", () => {
	const { configuration } = snippets;
	expect(configuration.indexOf("location ~ //|^/_ { return 404; }")).toBeGreaterThan(0);
	expect(configuration.indexOf("location ~ //")).toBeLessThan(configuration.indexOf("return 301 $page"));
});
