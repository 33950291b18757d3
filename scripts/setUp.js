// Begins every npm command, on whatever Node the machine has: plain JavaScript for Node 18, built-in modules only. Installs what is
// missing and runs the program that its arguments name. (npm would run no script named "pre…": .npmrc forbids it.)
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{ version: string, optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string[] }} LockedPackage
 */

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const installedPath = "node_modules/.package-lock.json";
const ownNode = "node_modules/.bin/node";

if (!isInstalled()) install();
const least = JSON.parse(readFileSync("package.json", "utf8")).engines.node.replace(">=", "");
if (!existsSync(ownNode) && process.versions.node.localeCompare(least, "en", { numeric: true }) < 0) {
	fail(
		`This project needs Node ${least} or newer, and this is ${process.version}: install a newer one from https://nodejs.org and run the command again.`,
	);
}
const [program, ...flags] = process.argv.slice(2);
if (program) await run(program);

/** Whether node_modules holds what package-lock.json says. */
function isInstalled() {
	if (!existsSync(installedPath)) return false;
	const installed = readPackages(installedPath);
	return Object.entries(readPackages("package-lock.json")).every(([path, { version, optional, ...made }]) => {
		if (path === "" || installed[path]?.version === version) return true;
		return optional && !installed[path] && !isForThisMachine(made);
	});
}

/**
 * @param {string} path of a lockfile
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(path) {
	return JSON.parse(readFileSync(path, "utf8")).packages;
}

/**
 * Whether an optional package is made for this machine: it is missing when node_modules comes from another. Those for one C library
 * are not looked at: each has a sister for the other.
 * @param {Pick<LockedPackage, "os" | "cpu" | "libc">} made
 */
function isForThisMachine({ os, cpu, libc }) {
	return !libc && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}

function install() {
	// With all that the build needs also when NODE_ENV is "production", and without warnings: an older npm's Node complains about every
	// package that the project's own Node is there for. Without install scripts (.npmrc): no package needs its own.
	const flags = "--no-audit --no-fund --loglevel=error --include=dev --include=optional";
	const started = Date.now();
	const { status } = spawnSync(`npm ci ${flags}`, { stdio: "inherit", shell: true });
	if (status !== 0) fail(`npm ci failed with status ${status}; its reason stands above.`);
	console.log(`Installed the packages with npm ci in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
	// It is built for glibc. Where it does not start (Alpine), npm's scripts must find the machine's own Node instead.
	if (existsSync(ownNode) && spawnSync(ownNode, ["--version"]).status !== 0) rmSync(ownNode);
}

/**
 * Runs a program on the project's own Node: in the place of this process, or in one of its own where Node or the system cannot do that.
 * @param {string} program
 */
async function run(program) {
	const node = existsSync(ownNode) ? ownNode : process.execPath;
	// glibc reads them when a process starts. Without them a build keeps the memory that pictures were encoded in: 530 MB instead of 310.
	const env = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072", ...process.env };
	if (process.platform !== "win32") process.execve?.(node, [node, program, ...flags], env);
	const child = spawn(node, [program, ...flags], { stdio: "inherit", env });
	// The terminal tells both of Ctrl-C; asked twice, a server does not wait for anything.
	process.on("SIGINT", () => {});
	process.on("SIGTERM", () => child.kill());
	const [status] = await once(child, "exit");
	process.exit(status ?? 1);
}

/** @param {string} fault */
function fail(fault) {
	console.error(fault);
	process.exit(1);
}
