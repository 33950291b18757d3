// Starts each npm command: installs missing packages, then runs the program that the arguments name. This file runs
// before any package is installed, so it is plain JavaScript for Node 18 and imports no packages. Each script in
// package.json calls this file itself, because .npmrc disables npm's `pre` scripts.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkIntervalMs, hasNpmEnded, listNpmAncestors } from "./shared/npmAncestors.js";

/**
 * Ids of the processes that started this process: npm, or npm and its shell. They are read before the installation,
 * because npm can end during the installation, and its id can then no longer be found.
 */
const ancestors = listNpmAncestors();

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
/** Path of the project's own Node. npm installs it on Linux. */
const ownNode = "node_modules/.bin/node";

/** Programs that build and serve the site. They need no development packages. */
const servingPrograms = ["scripts/start.ts", "scripts/build.ts", "scripts/content.ts", "scripts/versions.ts"];
const program = process.argv.slice(2);
const needsDevelopment = !servingPrograms.includes(program[0] ?? "");

if (!isInstalled()) install();
else if (needsDevelopment && !isInstalled({ withDevelopment: true })) install({ adds: true });
requireNodeVersion();
if (program.length > 0) await run(existsSync(ownNode) ? ownNode : process.execPath);

/**
 * Checks whether node_modules contains each package that package-lock.json requires on this machine, in the locked
 * version. Ignores development packages unless `withDevelopment` is true.
 * @param {{ withDevelopment?: boolean }} options
 */
function isInstalled({ withDevelopment = false } = {}) {
	const { "": project, ...required } = readPackages("package-lock.json");
	const installed = readPackages("node_modules/.package-lock.json");
	return Object.entries(required).every(([path, entry]) => {
		if (entry.dev && !withDevelopment) return true;
		const found = installed[path];
		return found ? found.version === entry.version : isForOtherMachine(entry);
	});
}

/**
 * Reads the packages of a lockfile, by path. Returns an empty object when the file does not exist.
 * @param {string} lockfile
 */
function readPackages(lockfile) {
	return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, "utf8")).packages : {};
}

/**
 * Checks whether a package is optional and not meant for this machine, so that npm does not install it.
 * @param {{ optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string[] }} entry the package's
 * entry in a lockfile
 */
function isForOtherMachine({ optional, os, cpu, libc }) {
	if (!optional) return false;
	// A package with `libc` exists in two variants, one for glibc and one for musl. npm installs only one of them, so
	// either can be missing.
	if (libc) return true;
	const hasPlatform = [os].flat().includes(process.platform);
	const hasProcessor = [cpu].flat().includes(process.arch);
	return !hasPlatform || !hasProcessor;
}

/**
 * Installs the packages that the program needs.
 * @param {{ adds?: boolean }} options `adds`: whether to add only development packages, and leave installed packages
 * unchanged
 */
function install({ adds = false } = {}) {
	// `npm ci` would first delete node_modules, which a running server may be using. `npm install` only adds packages.
	// Both install the versions in the lockfile.
	const npm = adds ? "npm install --no-save" : "npm ci";
	// Sets development and optional packages explicitly, because NODE_ENV and npm's settings would otherwise decide. The
	// log level hides a warning that an old npm prints for each package that requires a newer Node.
	const kinds = `${needsDevelopment ? "--include" : "--omit"}=dev --include=optional`;
	const command = `${npm} --no-audit --no-fund --loglevel=error ${kinds}`;
	const { status } = spawnSync(command, { stdio: "inherit", shell: true });
	if (status !== 0) {
		console.error(`${npm} failed with status ${status}; its reason stands above.`);
		process.exit(1);
	}
	// The project's Node is built for glibc, so it does not start on Alpine Linux, which has musl. A Node that does not
	// start is removed, so that the program runs with the Node that is installed on the machine.
	const isBroken = existsSync(ownNode) && spawnSync(ownNode, ["--version"]).status !== 0;
	if (isBroken) rmSync(ownNode);
}

function requireNodeVersion() {
	if (existsSync(ownNode)) return;
	const required = JSON.parse(readFileSync("package.json", "utf8")).engines.node.replace(">=", "");
	const isOlder = process.versions.node.localeCompare(required, "en", { numeric: true }) < 0;
	if (!isOlder) return;
	const advice = "install a newer one from https://nodejs.org and run the command again.";
	console.error(`This project needs Node ${required} or newer, and this is ${process.version}: ${advice}`);
	process.exit(1);
}

/**
 * Replaces this process by the program. The process id stays the same. On Windows and in older versions of Node, runs
 * the program as a child process instead.
 * @param {string} node path of Node
 */
async function run(node) {
	/** @type {NodeJS.ProcessEnv} */
	const env = {
		// glibc reads these two settings when a process starts. They make it return freed memory to the system, so a
		// build needs 310 MB instead of 530 MB.
		MALLOC_ARENA_MAX: "2",
		MALLOC_TRIM_THRESHOLD_: "131072",
		...process.env,
	};
	// `NPM_ANCESTORS` is read by scripts/shared/watchNpm.ts.
	if (ancestors.length > 0) env.NPM_ANCESTORS = [process.pid, ...ancestors].join(" ");
	if (process.platform !== "win32") process.execve?.(node, [node, ...program], env);
	await runAsChild(node, env);
}

/**
 * Runs the script of the command line (`program`) in a child process. Forwards SIGTERM to the child process, and exits
 * with its exit status.
 * @param {string} node path of Node
 * @param {NodeJS.ProcessEnv} env
 */
async function runAsChild(node, env) {
	const child = spawn(node, program, { stdio: "inherit", env });
	const stop = () => {
		clearInterval(check);
		child.kill("SIGTERM");
	};
	const check = setInterval(() => {
		if (hasNpmEnded(ancestors)) stop();
	}, checkIntervalMs);
	process.on("SIGTERM", stop);
	// SIGINT is ignored here, because the terminal also sends it to the child process.
	process.on("SIGINT", () => {});
	const [status] = await once(child, "exit");
	process.exit(status ?? 1);
}
