import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

async function readLines(path: string): Promise<string[]> {
	return (await readFile(path, "utf8")).split("\n").filter(Boolean);
}

test("the container image contains no file that Git ignores, such as keys and subscribers' addresses", async () => {
	const [ignored, leftOut] = await Promise.all([
		readLines(".gitignore"),
		readLines(".dockerignore"),
	]);
	expect(ignored).not.toEqual([]);
	expect(leftOut).toEqual(expect.arrayContaining([".git", ...ignored]));
});

test("the Dockerfile names existing files only, and starts the server", async () => {
	const dockerfile = await readFile("Dockerfile", "utf8");
	const [, copied = ""] = /^COPY (package\.json .*) \.\/$/m.exec(dockerfile) ?? [];
	const [, command = "[]"] = /^CMD (.*)$/m.exec(dockerfile) ?? [];
	const [program, script] = JSON.parse(command);
	expect([program, script]).toEqual(["node", "scripts/start.ts"]);
	for (const file of [...copied.split(" "), script]) expect(existsSync(file), file).toBe(true);
});

test("the container image has no second Node", async () => {
	const nodes = Object.keys(
		JSON.parse(await readFile("package.json", "utf8")).optionalDependencies,
	);
	expect(nodes.every((name) => name.startsWith("node-linux-"))).toBe(true);
	expect(await readFile("Dockerfile", "utf8")).toContain(
		"rm -r node_modules/node-linux-* node_modules/.bin/node",
	);
});

test("the systemd unit starts only where the variables are, because the server would show the demo without them", async () => {
	const unit = await readFile("scripts/server/site.service", "utf8");
	const [, folder] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? [];
	expect(unit).toContain(`\nAssertPathExists=${folder}/.env\n`);
});

test("unit and document name the same folder", async () => {
	const files = ["scripts/server/site.service", "docs/server.md"];
	const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
	const folders = texts.flatMap((text) => text.match(/\/srv\/[\w/.-]*\w/g) ?? []);
	expect(folders.length).toBeGreaterThan(5);
	// `/srv/site` is the home folder of the server's user.
	expect(folders.filter((folder) => !/^\/srv\/site(?:\/website\b.*)?$/.test(folder))).toEqual([]);
});
