import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { clientFolder, sitePages } from "./pages.ts";

// The W3C's checker, from the package vnu-jar: https://validator.github.io/validator/#usage
const checker = ["-jar", "node_modules/vnu-jar/build/dist/vnu.jar", "--stdout", "--exit-zero-always"];

test("the W3C's HTML checker has no error and no warning", { timeout: 60_000 }, async () => {
	const files = sitePages.map(({ file }) => resolve(clientFolder, file));
	const said = await new Promise<string>((settle, reject) => {
		execFile("java", [...checker, ...files], { maxBuffer: 2 ** 24 }, (error, stdout) =>
			error ? reject(error) : settle(stdout),
		);
	});
	const lines = said.split("\n").filter(Boolean);
	// It sees them: React closes void elements with a slash, of which it informs.
	for (const file of files) expect(lines.some((line) => line.includes(file) && line.includes(": info: "))).toBe(true);
	// Its grammar of CSS is older than the platform's.
	expect(lines.filter((line) => !/: info: |: CSS: /.test(line))).toEqual([]);
});
