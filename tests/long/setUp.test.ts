import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../folders.ts";

let root: string;

const lock = {
	"": {},
	"node_modules/a": { version: "1.0.0" },
	"node_modules/a/node_modules/b": { version: "2.0.0" },
	"node_modules/here": { version: "1.0.0", optional: true },
	"node_modules/elsewhere": { version: "1.0.0", optional: true, os: ["aix"] },
};
const installed = {
	"node_modules/a": { version: "1.0.0" },
	"node_modules/a/node_modules/b": { version: "2.0.0" },
	"node_modules/here": { version: "1.0.0" },
};

beforeEach(async () => {
	root = await makeFolder({ files: { "programs/none": "" } });
	await cp("scripts/setUp.js", join(root, "scripts/setUp.js"));
	await writeJson("package.json", { type: "module", engines: { node: ">=18.0.0" } });
	await writeJson("package-lock.json", { packages: lock });
	await writeJson("installed.json", { packages: installed });
	await writeNpm(
		'echo npm "$@"; mkdir -p node_modules/.bin; cp installed.json node_modules/.package-lock.json',
	);
});

const writeJson = (path: string, content: object) =>
	writeFile(join(root, path), JSON.stringify(content));

async function writeNpm(commands: string): Promise<void> {
	await writeFile(join(root, "programs/npm"), `#!/bin/sh\n${commands}\n`);
	await chmod(join(root, "programs/npm"), 0o755);
}

function run(...program: string[]): { status: number | null; stdout: string; stderr: string } {
	const env = { ...process.env, PATH: join(root, "programs") + delimiter + process.env.PATH };
	return spawnSync(process.execPath, ["scripts/setUp.js", ...program], {
		cwd: root,
		env,
		encoding: "utf8",
	});
}

test("the first run installs the packages, and a second run prints nothing", () => {
	const first = run();
	expect(first.stderr).toBe("");
	expect(first.stdout).toBe(
		"npm ci --no-audit --no-fund --loglevel=error --include=dev --include=optional\n",
	);
	expect(run()).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

test("a program that serves the site installs no development packages, and a later test run adds them", async () => {
	const tool = { "node_modules/tool": { version: "3.0.0", dev: true } };
	await writeJson("package-lock.json", { packages: { ...lock, ...tool } });
	await writeFile(join(root, "scripts/start.ts"), "");
	const options = "--no-audit --no-fund --loglevel=error";
	const serve = () => run("scripts/start.ts").stdout;
	expect(serve()).toBe(`npm ci ${options} --omit=dev --include=optional\n`);
	expect(serve()).toBe("");
	await writeJson("installed.json", { packages: { ...installed, ...tool } });
	expect(run().stdout).toBe(`npm install --no-save ${options} --include=dev --include=optional\n`);
	expect(run().stdout).toBe("");
	expect(serve()).toBe("");
});

test.each([
	["a package in another version", { ...installed, "node_modules/a": { version: "1.0.1" } }],
	["a missing package", { ...installed, "node_modules/a/node_modules/b": undefined }],
])("%s makes the next run install the packages", async (_, packages) => {
	run();
	await writeJson("node_modules/.package-lock.json", { packages });
	expect(run().stdout).toContain("npm ci");
});

test("a failed installation prints one sentence and exits with status 1", async () => {
	await writeNpm("exit 7");
	const stderr = "npm ci failed with status 7; the reason is above.\n";
	expect(run()).toMatchObject({ status: 1, stdout: "", stderr });
});

test.each([..."#%*?"])(
	"a path with %s prints one sentence and exits with status 1",
	async (character) => {
		root = join(root, `a${character}b`);
		await cp("scripts/setUp.js", join(root, "scripts/setUp.js"));
		const sentence =
			/^The site cannot be built in .+: move it to a path without #, %, \* and \?\.\n$/;
		expect(run()).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(sentence) });
	},
);

test("an older Node prints one sentence and exits with status 1, unless the project has its own Node", async () => {
	await writeJson("package.json", { type: "module", engines: { node: ">=99.1.0" } });
	const result = run();
	expect(result.status).toBe(1);
	expect(result.stderr).toBe(
		`This project needs Node 99.1.0 or newer, and this is ${process.version}: install a newer one from https://nodejs.org and run the command again.\n`,
	);
	await writeFile(join(root, "node_modules/.bin/node"), "");
	expect(run()).toMatchObject({ status: 0, stderr: "" });
});

test("an older Node and an npm that makes no link install a second time, on the project's own Node", async () => {
	await writeJson("package.json", { type: "module", engines: { node: ">=99.1.0" } });
	const folder = `node_modules/node-linux-${process.arch}/bin`;
	const own = '#!/bin/sh\n[ "$1" = --version ] && exit\necho own "$@"';
	await writeFile(join(root, "own"), own, { mode: 0o755 });
	await writeNpm(
		`echo "npm $1 with a newer Node: $(case $PATH in ${root}/node_modules/.bin:*) echo yes ;; *) echo no ;; esac)"
		mkdir -p ${folder}; cp own ${folder}/node; cp installed.json node_modules/.package-lock.json`,
	);
	const lines = [
		"npm ci with a newer Node: no",
		"npm ci with a newer Node: yes",
		"own program.js",
		"",
	];
	expect(run("program.js")).toMatchObject({ status: 0, stderr: "", stdout: lines.join("\n") });
	expect(run("program.js").stdout).toBe("own program.js\n");
});

/** Value of NODE_OPTIONS that simulates a Node without `execve`, where the program runs as a child process. */
const withoutExecve = "--import=data:text/javascript,delete%20process.execve";

test.each([
	["in place of the script's process", ""],
	["as a child process, where Node has no execve", withoutExecve],
])("the program gets its arguments and gives its exit status, %s", async (_, nodeOptions) => {
	run();
	await writeFile(
		join(root, "program.js"),
		"console.log(...process.argv.slice(2)); process.exit(3)",
	);
	vi.stubEnv("NODE_OPTIONS", nodeOptions);
	const result = run("program.js", "--to", "a b");
	vi.unstubAllEnvs();
	expect(result).toMatchObject({ status: 3, stdout: "--to a b\n", stderr: "" });
});

test("the program runs on the project's own Node, if there is one", async () => {
	run();
	const own = '#!/bin/sh\n[ "$1" = --version ] && exit\necho own "$@"; exit 4';
	await writeFile(join(root, "node_modules/.bin/node"), own, { mode: 0o755 });
	expect(run("program.js", "--to", "a b")).toMatchObject({
		status: 4,
		stdout: "own program.js --to a b\n",
	});
});

test("SIGTERM reaches a program that runs as a child process", async () => {
	run();
	const program = `process.on("SIGTERM", () => { console.log("stopped"); process.exit(); });
		setInterval(() => {}, 1000);
		console.log("serving");`;
	await writeFile(join(root, "program.js"), program);
	const env = { ...process.env, NODE_OPTIONS: withoutExecve };
	const child = spawn(process.execPath, ["scripts/setUp.js", "program.js"], { cwd: root, env });
	onTestFinished(() => void child.kill("SIGKILL"));
	await once(child.stdout, "data");
	child.kill("SIGTERM");
	expect(await text(child.stdout)).toBe("stopped\n");
});

test("a Node of the project that does not start on this machine is deleted", async () => {
	await writeJson("package.json", { type: "module", engines: { node: ">=99.0.0" } });
	await writeNpm(
		"mkdir -p node_modules/.bin; echo '#!/no/such/loader' > node_modules/.bin/node; chmod +x node_modules/.bin/node",
	);
	expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining("needs Node 99.0.0") });
});
