import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startStandIn } from "./standIns.ts";

const dockerfile = readFileSync("Dockerfile", "utf8");
const readLines = (path: string) => readFileSync(path, "utf8").split("\n").filter(Boolean);

test("the container image has no file that Git ignores", () => {
	const ignored = readLines(".gitignore");
	for (const name of [".env", ".env.local", ".env.bak", ".env~", "production.env"])
		expect([name, ignored.some((pattern) => matchesGlob(name, pattern))]).toEqual([name, true]);
	expect(readLines(".dockerignore")).toEqual(expect.arrayContaining([".git", ...ignored]));
});

test("the systemd unit does not start without the variables", () => {
	const folder = "/srv/site/website";
	const lines = [`WorkingDirectory=${folder}`, `AssertPathExists=${folder}/.env`];
	expect(readLines("scripts/server/site.service")).toEqual(expect.arrayContaining(lines));
});

test("the container image has one Node", () => {
	expect(dockerfile).toContain("rm -r node_modules/node-linux-* node_modules/.bin/node");
});

test.each([
	[200, "healthy", 0],
	[503, "unhealthy", 1],
])("a container whose home page answers %i is %s", async (status, _, code) => {
	const site = await startStandIn((_, { pathname }) => ({
		status: pathname === "/" ? status : 404,
	}));
	const [, command = ""] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile) ?? [];
	const [, ...args] = JSON.parse(command);
	const env = { PORT: new URL(site.url).port };
	const checking = promisify(execFile)(process.execPath, args, { env });
	const outcome = await checking.then(
		() => 0,
		(error) => error.code,
	);
	expect(outcome).toBe(code);
});
