// Starts every npm command: installs missing packages, then runs the program that its arguments name. It must run on the
// machine's own Node, so it is plain JavaScript for Node 18 and imports no packages.
// Its name does not begin with "pre", because .npmrc switches off npm's pre scripts.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkIntervalMs, hasNpmEnded, listNpmAncestors } from "./shared/npmAncestors.js";

/** Listed first, since npm may end during an installation. */
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
 * Checks whether node_modules has every package of package-lock.json that this machine needs, in the locked version.
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
 * Reads the packages of a lockfile, by their path. A lockfile that does not exist has none.
 * @param {string} lockfile
 */
function readPackages(lockfile) {
	return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, "utf8")).packages : {};
}

/**
 * Checks whether npm leaves an optional package out on this machine.
 * @param {{ optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string[] }} entry of a lockfile
 */
function isForOtherMachine({ optional, os, cpu, libc }) {
	if (!optional) return false;
	// Packages with `libc` come in pairs, for glibc and for musl. npm installs one of them, and this check accepts either.
	if (libc) return true;
	const hasPlatform = [os].flat().includes(process.platform);
	const hasProcessor = [cpu].flat().includes(process.arch);
	return !hasPlatform || !hasProcessor;
}

/**
 * Installs what the program needs.
 * @param {{ adds?: boolean }} options `adds`: the packages that serve the site stay as they are, and the others are added
 */
function install({ adds = false } = {}) {
	// `npm ci` deletes node_modules first, from which a server may be running. So packages are added by `npm install`, which
	// follows the lockfile, too.
	const npm = adds ? "npm install --no-save" : "npm ci";
	// Both kinds are named, because NODE_ENV would decide otherwise. Warnings are switched off, because an old npm prints one
	// for each package that requires a newer Node. Install scripts are switched off by .npmrc.
	const kinds = `${needsDevelopment ? "--include" : "--omit"}=dev --include=optional`;
	const command = `${npm} --no-audit --no-fund --loglevel=error ${kinds}`;
	const { status } = spawnSync(command, { stdio: "inherit", shell: true });
	if (status !== 0) {
		console.error(`${npm} failed with status ${status}; its reason stands above.`);
		process.exit(1);
	}
	// The project's Node is built for glibc. Where it does not start (Alpine), the machine's Node must be used instead.
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
 * Replaces this process by the program, which keeps the process id. Windows and older versions of Node cannot do that: there
 * the program is a child process.
 * @param {string} node path of Node
 */
async function run(node) {
	/** @type {NodeJS.ProcessEnv} */
	const env = {
		// Settings that glibc reads at the start of a process. They make it return freed memory: a build takes 310 MB, not 530.
		MALLOC_ARENA_MAX: "2",
		MALLOC_TRIM_THRESHOLD_: "131072",
		...process.env,
	};
	// Read by scripts/shared/followNpm.ts.
	if (ancestors.length > 0) env.NPM_ANCESTORS = [process.pid, ...ancestors].join(" ");
	if (process.platform !== "win32") process.execve?.(node, [node, ...program], env);
	await runAsChild(node, env);
}

/**
 * Runs the program as a child process, passes SIGTERM on to it, and exits with its status.
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
	// Ignored here, because the terminal sends SIGINT to the child, too.
	process.on("SIGINT", () => {});
	const [status] = await once(child, "exit");
	process.exit(status ?? 1);
}
