import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const readLines = (path: string) => readFileSync(path, "utf8").split("\n").filter(Boolean);

test("the container image has no file that Git ignores", () => {
	const ignored = readLines(".gitignore");
	expect(ignored).toContain(".env");
	expect(readLines(".dockerignore")).toEqual(expect.arrayContaining([".git", ...ignored]));
});

test("the systemd unit does not start without the variables", () => {
	const folder = "/srv/site/website";
	const lines = [`WorkingDirectory=${folder}`, `AssertPathExists=${folder}/.env`];
	expect(readLines("scripts/server/site.service")).toEqual(expect.arrayContaining(lines));
});

test("the container image has one Node", () => {
	expect(readFileSync("Dockerfile", "utf8")).toContain(
		"rm -r node_modules/node-linux-* node_modules/.bin/node",
	);
});
