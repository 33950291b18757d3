import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const readLines = (path: string) => readFileSync(path, "utf8").split("\n").filter(Boolean);

test("the container image has no file that Git ignores", () => {
	const ignored = readLines(".gitignore");
	expect(ignored).not.toEqual([]);
	expect(readLines(".dockerignore")).toEqual(expect.arrayContaining([".git", ...ignored]));
});

test("the container image starts the server, with one Node", () => {
	const dockerfile = readLines("Dockerfile");
	expect(dockerfile.at(-1)).toBe('CMD ["node", "scripts/start.ts"]');
	expect(dockerfile.join()).toContain("rm -r node_modules/node-linux-* node_modules/.bin/node");
});

test("the systemd unit does not start without the variables", () => {
	const unit = readLines("scripts/server/site.service");
	const folder = "/srv/site/website";
	expect(unit).toContain(`WorkingDirectory=${folder}`);
	expect(unit).toContain(`AssertPathExists=${folder}/.env`);
});
