// Installs missing packages, then runs a program. Plain JavaScript, because Node 18 cannot run TypeScript before
// packages are installed.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
/** Link to the Node that npm installs for this project. Exists only on Linux. */
const ownNode = "node_modules/.bin/node";
/** Target of this link, relative to its folder. */
const ownNodeTarget = `../node-linux-${process.arch}/bin/node`;
const installedLockfile = "node_modules/.package-lock.json";

/** Programs that build and serve the site. They need no development packages. */
const servingPrograms = [
	"scripts/start.ts",
	"scripts/build.ts",
	"scripts/content.ts",
	"scripts/versions.ts",
];
const program = process.argv.slice(2);
const needsDevelopment = !servingPrograms.includes(program[0] ?? "");

requireUsablePath();
if (!isInstalled() || !hasNode()) install();
else if (needsDevelopment && !isInstalled({ withDevelopment: true })) install({ adds: true });
requireNodeVersion();
if (program.length > 0) await run(existsSync(ownNode) ? ownNode : process.execPath);

/** Exits if the project's path has a character that Vite or Vike takes for a part of a URL or of a glob pattern. */
function requireUsablePath() {
	if (!/[#%*?]/.test(process.cwd())) return;
	console.error(
		`The site cannot be built in ${process.cwd()}: move it to a path without #, %, * and ?.`,
	);
	process.exit(1);
}

/**
 * Checks whether node_modules contains the locked version of each package that the program needs.
 * @param {{ withDevelopment?: boolean }} options
 */
function isInstalled({ withDevelopment = false } = {}) {
	const { "": project, ...required } = readPackages("package-lock.json");
	const installed = readPackages(installedLockfile);
	return Object.entries(required).every(([path, entry]) => {
		if (entry.dev && !withDevelopment) return true;
		const found = installed[path];
		// npm leaves out optional packages for other machines.
		return found ? found.version === entry.version : entry.optional === true;
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
 * Installs the project's npm packages.
 * @param {{ adds?: boolean }} options `adds`: whether to keep all installed packages and add only the missing ones
 */
function install({ adds = false } = {}) {
	const hadOwnNode = existsSync(ownNode);
	// If `adds` is true, avoids `npm ci`, which would delete node_modules while a server may be using it.
	runNpm(adds ? "npm install --no-save" : "npm ci");
	linkOwnNode();
	if (hadOwnNode || !isOutdated() || !existsSync(ownNode)) return;
	// On an outdated Node, npm has left out optional packages that need a newer one, such as sharp's. Installs again on
	// the project's Node. Until then, the packages must not count as installed.
	rmSync(installedLockfile, { force: true });
	runNpm("npm ci");
	linkOwnNode();
}

/**
 * Runs an npm command, on the project's Node if there is one.
 * @param {string} npm
 */
function runNpm(npm) {
	// Without these options, NODE_ENV and npm's settings would decide which packages npm installs.
	const kinds = `${needsDevelopment ? "--include" : "--omit"}=dev --include=optional`;
	const command = `${npm} --no-audit --no-fund --loglevel=error ${kinds}`;
	const PATH = [dirname(resolve(ownNode)), process.env.PATH].join(delimiter);
	const env = existsSync(ownNode) ? { ...process.env, PATH } : process.env;
	const { status } = spawnSync(command, { stdio: "inherit", shell: true, env });
	if (status === 0) return;
	console.error(`${npm} failed with status ${status}; the reason is above.`);
	process.exit(1);
}

/** Links the project's Node where npm has not (npm 9), and removes the link where this Node does not start. */
function linkOwnNode() {
	if (!existsSync(ownNode) && existsSync(resolve(dirname(ownNode), ownNodeTarget))) {
		mkdirSync(dirname(ownNode), { recursive: true });
		symlinkSync(ownNodeTarget, ownNode);
	}
	// For example on Alpine Linux, which has no glibc.
	const isBroken = existsSync(ownNode) && spawnSync(ownNode, ["--version"]).status !== 0;
	if (isBroken) rmSync(ownNode);
}

/** Checks whether this machine or the project has a Node that can run the project. */
function hasNode() {
	return existsSync(ownNode) || !isOutdated();
}

function isOutdated() {
	return process.versions.node.localeCompare(readRequiredVersion(), "en", { numeric: true }) < 0;
}

/** Reads the oldest version of Node that can run the project. */
function readRequiredVersion() {
	return JSON.parse(readFileSync("package.json", "utf8")).engines.node.replace(">=", "");
}

function requireNodeVersion() {
	if (hasNode()) return;
	const advice = "install a newer one from https://nodejs.org and run the command again.";
	console.error(
		`This project needs Node ${readRequiredVersion()} or newer, and this is ${process.version}: ${advice}`,
	);
	process.exit(1);
}

/**
 * Runs the requested program in place of this process if possible, otherwise in a child process.
 * @param {string} node path of the Node binary
 */
async function run(node) {
	if (process.platform !== "win32") process.execve?.(node, [node, ...program]);
	const child = spawn(node, program, { stdio: "inherit" });
	process.on("SIGTERM", () => child.kill("SIGTERM"));
	// Keeps running until the child process ends. The terminal sends SIGINT to both processes.
	process.on("SIGINT", () => {});
	const [status] = await once(child, "exit");
	process.exit(status ?? 1);
}
