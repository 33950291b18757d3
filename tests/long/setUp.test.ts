import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../folders.ts";

let root: string;

const lock = {
	"": {},
	"node_modules/a": { version: "1.0.0" },
	"node_modules/elsewhere": { version: "1.0.0", optional: true, os: ["aix"] },
	"node_modules/tool": { version: "3.0.0", dev: true },
};
const tool = { "node_modules/tool": { version: "3.0.0" } };
const installed = { "node_modules/a": { version: "1.0.0" } };
const options = "--no-audit --no-fund --loglevel=error";

beforeEach(async () => {
	root = await makeFolder({ files: { "programs/none": "", "scripts/start.ts": "" } });
	await cp("scripts/setUp.js", join(root, "scripts/setUp.js"));
	await requireNode("18.0.0");
	await writeJson("package-lock.json", { packages: lock });
	await writeJson("installed.json", { packages: { ...installed, ...tool } });
	await writeNpm('echo npm "$@"; cp installed.json node_modules/.package-lock.json');
});

const writeJson = (path: string, content: object) =>
	writeFile(join(root, path), JSON.stringify(content));
const requireNode = (version: string) =>
	writeJson("package.json", { type: "module", engines: { node: `>=${version}` } });
const writeNpm = (commands: string) =>
	writeFile(join(root, "programs/npm"), `#!/bin/sh\nmkdir -p node_modules/.bin\n${commands}\n`, {
		mode: 0o755,
	});

function run(program: string[] = [], env: NodeJS.ProcessEnv = {}) {
	const PATH = join(root, "programs") + delimiter + process.env.PATH;
	return spawnSync(process.execPath, ["scripts/setUp.js", ...program], {
		cwd: root,
		env: { ...process.env, PATH, ...env },
		encoding: "utf8",
	});
}

test("the first run installs the packages, and the second is silent", () => {
	const stdout = `npm ci ${options} --include=dev --include=optional\n`;
	expect(run()).toMatchObject({ stdout, stderr: "" });
	expect(run()).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

test("npm trusts the certificates of the machine", async () => {
	await writeNpm('echo "$NODE_USE_SYSTEM_CA"; cp installed.json node_modules/.package-lock.json');
	expect(run().stdout).toBe("1\n");
});

test("development packages are added when a program needs them", async () => {
	await writeJson("installed.json", { packages: installed });
	const serve = () => run(["scripts/start.ts"]).stdout;
	expect(serve()).toBe(`npm ci ${options} --omit=dev --include=optional\n`);
	expect(serve()).toBe("");
	await writeJson("installed.json", { packages: { ...installed, ...tool } });
	expect(run().stdout).toBe(`npm install --no-save ${options} --include=dev --include=optional\n`);
	expect([run().stdout, serve()]).toEqual(["", ""]);
});

test.each([
	["a package in another version", { "node_modules/a": { version: "1.0.1" }, ...tool }],
	["a missing package", tool],
])("%s is installed at the next run", async (_, packages) => {
	run();
	await writeJson("node_modules/.package-lock.json", { packages });
	expect(run().stdout).toContain("npm install");
});

const unusableNode = `file=node_modules/.bin/node; echo '#!/no/such/loader' > $file; chmod +x $file`;

test.each<[string, () => Promise<void>, string]>([
	["a failed installation", () => writeNpm("exit 7"), "npm ci failed with status 7; the reason"],
	[
		"an outdated Node",
		() => requireNode("99.1.0"),
		`Install Node 99.1.0 or newer from https://nodejs.org: this is ${process.version}.`,
	],
	[
		"an outdated Node, and a project's own that does not start",
		async () => {
			await requireNode("99.0.0");
			await writeNpm(unusableNode);
		},
		"Install Node 99.0.0",
	],
])("%s ends the command", async (_, arrange, message) => {
	await arrange();
	expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining(message) });
});

test.each([..."#%*?"])("a path with %s ends the command", async (character) => {
	root = join(root, `a${character}b`);
	await cp("scripts/setUp.js", join(root, "scripts/setUp.js"));
	await requireNode("18.0.0");
	const stderr = expect.stringContaining("move it to a path without #, %, * and ?.");
	expect(run()).toMatchObject({ status: 1, stdout: "", stderr });
});

test("an outdated Node installs again on the project's own", async () => {
	await requireNode("99.1.0");
	const folder = `node_modules/node-linux-${process.arch}/bin`;
	const own = '#!/bin/sh\n[ "$1" = --version ] && exit\necho own "$@"; exit 4';
	await writeFile(join(root, "own"), own, { mode: 0o755 });
	await writeNpm(`echo "npm $1 with $(command -v node)"
mkdir -p ${folder}; cp own ${folder}/node; cp installed.json node_modules/.package-lock.json`);
	const { status, stdout } = run(["program.js", "--to", "a b"]);
	const [, second, last] = stdout.split("\n");
	expect(second).toBe(`npm ci with ${root}/node_modules/.bin/node`);
	expect([status, last]).toEqual([4, "own program.js --to a b"]);
	expect(run(["program.js"]).stdout).toBe("own program.js\n");
});

/** Value of NODE_OPTIONS that simulates a Node without `execve`, where the program runs as a child process. */
const withoutExecve = "--import=data:text/javascript,delete%20process.execve";

test.each(["", withoutExecve])(
	"a program's status is kept, with NODE_OPTIONS=%s",
	async (value) => {
		run();
		await writeFile(join(root, "program.js"), "console.log(process.argv[2]); process.exit(3)");
		const result = run(["program.js", "a b"], { NODE_OPTIONS: value });
		expect(result).toMatchObject({ status: 3, stdout: "a b\n", stderr: "" });
	},
);

test("SIGTERM reaches a program that is a child process", async () => {
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
