import { spawnSync } from "node:child_process";
import { chmod, cp, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { makeFolder } from "./folders.ts";

let root: string;

const optional = { version: "1.0.0", optional: true };
const here = { ...optional, os: [process.platform], cpu: process.arch };
const lock = {
	"": {},
	"node_modules/a": { version: "1.0.0" },
	"node_modules/a/node_modules/b": { version: "2.0.0" },
	"node_modules/here": here,
	"node_modules/here-musl": { ...here, libc: ["musl"] },
	"node_modules/elsewhere": { ...here, os: ["aix"] },
	"node_modules/other-processor": { ...optional, os: process.platform, cpu: ["mips"] },
	"node_modules/anywhere": optional,
};
const installed = {
	"node_modules/a": { version: "1.0.0" },
	"node_modules/a/node_modules/b": { version: "2.0.0" },
	"node_modules/here": { version: "1.0.0" },
};

/** A project without packages, and an npm that tells its arguments and installs what the lockfile says. */
beforeEach(async () => {
	root = await makeFolder({ files: { "programs/none": "" } });
	await cp("scripts/setUp.js", join(root, "scripts/setUp.js"));
	await writeJson("package.json", { type: "module", engines: { node: ">=18.0.0" } });
	await writeJson("package-lock.json", { packages: lock });
	await writeJson("installed.json", { packages: installed });
	await writeNpm('echo npm "$@"; mkdir -p node_modules/.bin; cp installed.json node_modules/.package-lock.json');
});

const writeJson = (path: string, content: object) => writeFile(join(root, path), JSON.stringify(content));

async function writeNpm(commands: string): Promise<void> {
	await writeFile(join(root, "programs/npm"), `#!/bin/sh\n${commands}\n`);
	await chmod(join(root, "programs/npm"), 0o755);
}

function run(...program: string[]): { status: number | null; stdout: string; stderr: string } {
	const env = { ...process.env, PATH: join(root, "programs") + delimiter + process.env.PATH };
	return spawnSync(process.execPath, ["scripts/setUp.js", ...program], { cwd: root, env, encoding: "utf8" });
}

test("installs once and is silent from then on", () => {
	const first = run();
	expect(first.stderr).toBe("");
	expect(first.stdout).toBe("npm ci --no-audit --no-fund --loglevel=error --include=dev --include=optional\n");
	expect(run()).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

test.each([
	["a package of another version", { ...installed, "node_modules/a": { version: "1.0.1" } }],
	["a package that is not there", { ...installed, "node_modules/a/node_modules/b": undefined }],
	[
		"packages of another machine",
		{ ...installed, "node_modules/here": undefined, "node_modules/elsewhere": { version: "1.0.0" } },
	],
	["an optional package of another version", { ...installed, "node_modules/anywhere": { version: "0.9.0" } }],
])("%s: installs", async (_, packages) => {
	run();
	await writeJson("node_modules/.package-lock.json", { packages });
	expect(run().stdout).toContain("npm ci");
});

test("an install that fails is one sentence and status 1", async () => {
	await writeNpm("exit 7");
	const stderr = "npm ci failed with status 7; its reason stands above.\n";
	expect(run()).toMatchObject({ status: 1, stdout: "", stderr });
});

test("an older Node is one sentence and status 1, unless the project has brought its own", async () => {
	await writeJson("package.json", { type: "module", engines: { node: ">=99.1.0" } });
	const result = run();
	expect(result.status).toBe(1);
	expect(result.stderr).toBe(
		`This project needs Node 99.1.0 or newer, and this is ${process.version}: install a newer one from https://nodejs.org and run the command again.\n`,
	);
	await writeFile(join(root, "node_modules/.bin/node"), "");
	expect(run()).toMatchObject({ status: 0, stderr: "" });
});

test("the program is run with its flags, and told to keep little memory: here, beside where it cannot take the place, or on the Node that the project has brought", async () => {
	run();
	const program = "console.log(process.env.MALLOC_ARENA_MAX, ...process.argv.slice(2)); process.exit(3)";
	await writeFile(join(root, "program.js"), program);
	expect(run("program.js", "--to", "a b")).toMatchObject({ status: 3, stdout: "2 --to a b\n", stderr: "" });
	vi.stubEnv("NODE_OPTIONS", "--import=data:text/javascript,delete%20process.execve");
	expect(run("program.js", "--to", "a b")).toMatchObject({ status: 3, stdout: "2 --to a b\n", stderr: "" });
	vi.unstubAllEnvs();
	const own = '#!/bin/sh\n[ "$1" = --version ] && exit\necho own "$@"; exit 4';
	await writeFile(join(root, "node_modules/.bin/node"), own, { mode: 0o755 });
	expect(run("program.js", "--to", "a b")).toMatchObject({ status: 4, stdout: "own program.js --to a b\n" });
});

test("a Node of the project's own that does not start here is taken away", async () => {
	await writeJson("package.json", { type: "module", engines: { node: ">=99.0.0" } });
	await writeNpm(
		"mkdir -p node_modules/.bin; echo '#!/no/such/loader' > node_modules/.bin/node; chmod +x node_modules/.bin/node",
	);
	expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining("needs Node 99.0.0") });
});
