// Starts every npm command, on whatever Node the machine has: plain JavaScript for Node 18, no packages. Installs what is
// missing and runs the program that its arguments name. (A script named "pre…" would not run: .npmrc forbids it.)
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkIntervalMs, hasNpmEnded, listNpmAncestors } from "./shared/npmAncestors.js";

/** Listed first, since npm may end during an installation. */
const ancestors = listNpmAncestors();

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
/** Node of the project's own, which npm installs on Linux. */
const ownNode = "node_modules/.bin/node";

if (!isInstalled()) install();
requireNodeVersion();
const program = process.argv.slice(2);
if (program.length > 0) await run(existsSync(ownNode) ? ownNode : process.execPath);

/** Checks whether node_modules holds every package of package-lock.json that this machine needs, in its version. */
function isInstalled() {
	const wanted = readPackages("package-lock.json");
	const installed = readPackages("node_modules/.package-lock.json");
	return Object.entries(wanted).every(([path, facts]) => {
		if (path === "") return true;
		const found = installed[path];
		return found ? found.version === facts.version : isForOtherMachine(facts);
	});
}

/** @param {string} lockfile */
function readPackages(lockfile) {
	return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, "utf8")).packages : {};
}

/**
 * Checks whether npm leaves an optional package out on this machine.
 * @param {{ optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string[] }} facts
 */
function isForOtherMachine({ optional, os, cpu, libc }) {
	// Packages for one C library come in pairs, of which npm installs one. Which one is not checked.
	const isForThisMachine = !libc && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
	return Boolean(optional) && !isForThisMachine;
}

function install() {
	// Development packages are needed for a build, also when NODE_ENV is "production". Warnings are left out: an older npm
	// complains about each package that needs the newer Node. No package needs its install script (.npmrc).
	const command = "npm ci --no-audit --no-fund --loglevel=error --include=dev --include=optional";
	const { status } = spawnSync(command, { stdio: "inherit", shell: true });
	if (status !== 0) {
		console.error(`npm ci failed with status ${status}; its reason stands above.`);
		process.exit(1);
	}
	// Built for glibc. Where it does not start (Alpine), npm's scripts must find the machine's Node instead.
	if (existsSync(ownNode) && spawnSync(ownNode, ["--version"]).status !== 0) rmSync(ownNode);
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
 * Runs the program in the place of this process, which keeps its process id. On Windows and on older versions of Node it is
 * a child process, which gets the signals of this one.
 * @param {string} node
 */
async function run(node) {
	/** @type {NodeJS.ProcessEnv} */
	const env = {
		// glibc reads them when a process starts. Without them a build keeps the memory of encoded pictures: 530 MB instead of 310.
		MALLOC_ARENA_MAX: "2",
		MALLOC_TRIM_THRESHOLD_: "131072",
		...process.env,
	};
	// For scripts/shared/followNpm.ts.
	if (ancestors.length > 0) env.NPM_ANCESTORS = [process.pid, ...ancestors].join(" ");
	if (process.platform !== "win32") process.execve?.(node, [node, ...program], env);
	const child = spawn(node, program, { stdio: "inherit", env });
	const stop = () => {
		clearInterval(check);
		child.kill("SIGTERM");
	};
	const check = setInterval(() => {
		if (hasNpmEnded(ancestors)) stop();
	}, checkIntervalMs);
	process.on("SIGTERM", stop);
	// The terminal sends SIGINT to the child, too.
	process.on("SIGINT", () => {});
	const [status] = await once(child, "exit");
	process.exit(status ?? 1);
}
