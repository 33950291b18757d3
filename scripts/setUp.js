// Starts each npm command: installs missing packages, then runs the program that the arguments name. It runs before any
// package is installed, so it is plain JavaScript for Node 18 without imports of packages. Each script in package.json
// calls this file itself, because .npmrc disables npm's `pre` scripts.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkIntervalMs, hasNpmEnded, listNpmAncestors } from "./shared/npmAncestors.js";

/** Listed before the installation, because npm may end while packages are installed. */
const ancestors = listNpmAncestors();

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
/** Path of the project's own Node, which npm installs on Linux. */
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
 * version.
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
 * Reads the packages of a lockfile, by their path. Returns none when the file does not exist.
 * @param {string} lockfile
 */
function readPackages(lockfile) {
	return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, "utf8")).packages : {};
}

/**
 * Checks whether a package is optional and not meant for this machine, so that npm does not install it.
 * @param {{ optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string[] }} entry of a lockfile
 */
function isForOtherMachine({ optional, os, cpu, libc }) {
	if (!optional) return false;
	// A package with `libc` has a twin for the other C library (glibc or musl). npm installs only one of the two, so
	// either may be missing.
	if (libc) return true;
	const hasPlatform = [os].flat().includes(process.platform);
	const hasProcessor = [cpu].flat().includes(process.arch);
	return !hasPlatform || !hasProcessor;
}

/**
 * Installs the packages that the program needs.
 * @param {{ adds?: boolean }} options `adds`: only add development packages, and leave the installed packages as they
 * are
 */
function install({ adds = false } = {}) {
	// `npm ci` first deletes node_modules, which a running server may be using. `npm install` only adds packages, and
	// also follows the lockfile.
	const npm = adds ? "npm install --no-save" : "npm ci";
	// Names both kinds of packages, because NODE_ENV would otherwise decide. Hides warnings, because an old npm prints
	// one for each package that requires a newer Node. In .npmrc, install scripts are disabled.
	const kinds = `${needsDevelopment ? "--include" : "--omit"}=dev --include=optional`;
	const command = `${npm} --no-audit --no-fund --loglevel=error ${kinds}`;
	const { status } = spawnSync(command, { stdio: "inherit", shell: true });
	if (status !== 0) {
		console.error(`${npm} failed with status ${status}; its reason stands above.`);
		process.exit(1);
	}
	// The project's Node is built for glibc. On Alpine Linux, which has musl, it does not start, so the machine's Node is
	// used.
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
 * Replaces this process by the program, which keeps the process id. On Windows and in older versions of Node, runs the
 * program as a child process instead.
 * @param {string} node path of Node
 */
async function run(node) {
	/** @type {NodeJS.ProcessEnv} */
	const env = {
		// glibc reads these settings when a process starts. They make it return freed memory, so a build takes 310 MB and
		// not 530.
		MALLOC_ARENA_MAX: "2",
		MALLOC_TRIM_THRESHOLD_: "131072",
		...process.env,
	};
	// `NPM_ANCESTORS` is read by scripts/shared/followNpm.ts.
	if (ancestors.length > 0) env.NPM_ANCESTORS = [process.pid, ...ancestors].join(" ");
	if (process.platform !== "win32") process.execve?.(node, [node, ...program], env);
	await runAsChild(node, env);
}

/**
 * Runs the program as a child process, forwards SIGTERM to it, and exits with its status.
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
	// Ignored here, because the terminal also sends SIGINT to the child process.
	process.on("SIGINT", () => {});
	const [status] = await once(child, "exit");
	process.exit(status ?? 1);
}
