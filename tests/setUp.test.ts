import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { listFiles } from "../scripts/shared/listFiles.ts";
import { makeFolder } from "./folders.ts";
import { isolatedEnvironment } from "./tools/isolation.ts";

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

beforeEach(async () => {
	root = await makeFolder({ files: { "programs/none": "" } });
	for (const file of ["scripts/setUp.js", "scripts/shared/npmAncestors.js"]) await cp(file, join(root, file));
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

test("the first run installs the packages, and a second run prints nothing", () => {
	const first = run();
	expect(first.stderr).toBe("");
	expect(first.stdout).toBe("npm ci --no-audit --no-fund --loglevel=error --include=dev --include=optional\n");
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

test("no code that builds or serves the site imports a development package", async () => {
	const { devDependencies } = JSON.parse(await readFile("package.json", "utf8"));
	const setUp = await readFile("scripts/setUp.js", "utf8");
	const programs: string[] = JSON.parse(/servingPrograms = (\[.*?\])/s.exec(setUp)?.[1] ?? "");
	const files = new Set([...programs, "scripts/render/bundle.ts", "vite.config.ts", ...(await listBundledFiles())]);
	const packages = new Set<string>();
	// The set grows during the loop: each file adds the files that it imports.
	for (const file of files) {
		for (const name of await readImports(file)) {
			const isCode = /^\.{1,2}\/.*\.(ts|tsx|js)$/.test(name);
			if (isCode) files.add(join(dirname(file), name));
			else if (!name.startsWith(".")) packages.add(name);
		}
	}
	expect(packages).toContain("sharp");
	const developing = Object.keys(devDependencies);
	const isOf = (name: string, owner: string) => name === owner || name.startsWith(`${owner}/`);
	expect([...packages].filter((name) => developing.some((owner) => isOf(name, owner)))).toEqual([]);
});

async function listBundledFiles(): Promise<string[]> {
	const lists = ["api", "pages", "renderer"].map(async (folder) =>
		(await listFiles(folder)).map((path) => join(folder, path)),
	);
	const paths = (await Promise.all(lists)).flat();
	return paths.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
}

/** Lists the modules that a file imports, without type imports. */
async function readImports(file: string): Promise<string[]> {
	const imports = /^(?:import|export) (?!type )(?:[^"';]*? from )?"(?<name>[^"]+)"|\bimport\("(?<dynamic>[^"]+)"\)/gm;
	const matches = (await readFile(file, "utf8")).matchAll(imports);
	return [...matches].map(({ groups }) => groups?.name ?? groups?.dynamic ?? "");
}

test.each([
	["a package in another version", { ...installed, "node_modules/a": { version: "1.0.1" } }],
	["a missing package", { ...installed, "node_modules/a/node_modules/b": undefined }],
	[
		"packages for another machine",
		{ ...installed, "node_modules/here": undefined, "node_modules/elsewhere": { version: "1.0.0" } },
	],
	["an optional package in another version", { ...installed, "node_modules/anywhere": { version: "0.9.0" } }],
])("%s makes the next run install the packages", async (_, packages) => {
	run();
	await writeJson("node_modules/.package-lock.json", { packages });
	expect(run().stdout).toContain("npm ci");
});

test("a failed installation prints one sentence and exits with status 1", async () => {
	await writeNpm("exit 7");
	const stderr = "npm ci failed with status 7; its reason stands above.\n";
	expect(run()).toMatchObject({ status: 1, stdout: "", stderr });
});

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

test("the program gets its arguments and the memory settings: in this process, as a child process, and on the project's own Node", async () => {
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

test("a Node of the project that does not start on this machine is deleted", async () => {
	await writeJson("package.json", { type: "module", engines: { node: ">=99.0.0" } });
	await writeNpm(
		"mkdir -p node_modules/.bin; echo '#!/no/such/loader' > node_modules/.bin/node; chmod +x node_modules/.bin/node",
	);
	expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining("needs Node 99.0.0") });
});

describe("a program that npm started", () => {
	/** Script `start` in the package.json of the test project. */
	const script = "node scripts/setUp.js program.js";
	/** Program that runs `script` in a shell and passes SIGTERM only to that shell, as npm 10 and 11 do. */
	const launcher = `
		import { spawn } from "node:child_process";
		const env = { ...process.env, npm_lifecycle_event: "start" };
		const shell = spawn("sh", ["-c", ${JSON.stringify(script)}], { stdio: "inherit", env });
		process.on("SIGTERM", () => shell.kill("SIGTERM"));
		shell.on("exit", () => process.exit());
	`;
	const launch = ["node", "--input-type=module", "--eval", launcher];

	async function start(program: string, { command = launch, startScript = script, nodeOptions = "" } = {}) {
		run();
		await writeJson("package.json", { type: "module", engines: { node: ">=18.0.0" }, scripts: { start: startScript } });
		await writeFile(join(root, "program.js"), program);
		const env = isolatedEnvironment({
			npm_config_update_notifier: "false",
			npm_config_cache: join(root, "npm"),
		});
		env.NODE_OPTIONS = `${env.NODE_OPTIONS} ${nodeOptions}`;
		// Removes the variable that `npm test` sets, because the started program must not inherit this variable.
		delete env.npm_lifecycle_event;
		const [name = "", ...args] = command;
		const child = spawn(name, args, { cwd: root, env, detached: true, stdio: ["pipe", "pipe", "ignore"] });
		const group = -(child.pid ?? Number.NaN);
		onTestFinished(() => {
			try {
				process.kill(group, "SIGKILL");
			} catch {
				// `process.kill` throws when all processes of the group have already ended.
			}
		});
		let output = "";
		child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
			output += chunk;
		});
		// `child.stdout` ends only after `child` and all of its descendants have ended.
		const ended = once(child.stdout, "end").then(() => output);
		const printed = (text: string) => expect.poll(() => output, { timeout: 20_000 }).toContain(text);
		return { child, group, printed, ended };
	}

	const [commandModule, signalModule] = ["scripts/command.ts", "scripts/server/waitForStopSignal.ts"].map((path) =>
		JSON.stringify(resolve(path)),
	);
	/**
	 * Program that takes 800 ms to stop after SIGTERM. This is longer than the interval at which watchNpm.ts checks
	 * whether npm has ended.
	 */
	const server = `
		import { setTimeout as wait } from "node:timers/promises";
		import { runCommand } from ${commandModule};
		import { waitForStopSignal } from ${signalModule};
		await runCommand("program", async () => {
			const server = setInterval(() => {}, 1000);
			const stopped = waitForStopSignal();
			console.log("serving");
			await stopped;
			await wait(800);
			console.log("stopped");
			clearInterval(server);
		}, {});
	`;
	const build = `
		import { runCommand } from ${commandModule};
		await runCommand("program", () => new Promise((resolve) => {
			console.log("building");
			setTimeout(resolve, 600_000);
		}), {});
	`;
	const withoutExecve = "--import=data:text/javascript,delete%20process.execve";

	test.each([
		["that has replaced the script's process", ""],
		["that is a child process of the script", withoutExecve],
	])("%s stops when npm gets SIGTERM", async (_, nodeOptions) => {
		const { child, printed, ended } = await start(server, { nodeOptions });
		await printed("serving");
		child.kill("SIGTERM");
		expect(await ended).toContain("stopped");
	});

	test.each([
		["with a shell between them", script],
		["without a shell between them", `exec ${script}`],
	])("stops when npm is killed, %s", async (_, startScript) => {
		const { child, printed, ended } = await start(server, { command: ["npm", "start"], startScript });
		await printed("serving");
		child.kill("SIGKILL");
		expect(await ended).toContain("stopped");
	});

	test("stops once and completely when the whole process group gets SIGTERM", async () => {
		const { group, printed, ended } = await start(server);
		await printed("serving");
		process.kill(group, "SIGTERM");
		expect(await ended).toContain("stopped");
	});

	test.each([
		["that has replaced the script's process", ""],
		["that is a child process of the script", withoutExecve],
	])("%s ends when npm gets SIGTERM before it serves", async (_, nodeOptions) => {
		const { child, printed, ended } = await start(build, { nodeOptions });
		await printed("building");
		child.kill("SIGTERM");
		expect(await ended).not.toContain("done");
	});

	test("keeps running when a shell started it without npm and has ended", async () => {
		const command = ["sh", "-c", "node scripts/setUp.js program.js & read _"];
		const { child, group, printed, ended } = await start(server, { command });
		await printed("serving");
		child.stdin.end();
		await once(child, "exit");
		await wait(1_000);
		process.kill(group, "SIGTERM");
		expect(await ended).toContain("stopped");
	});
});
