// Installs missing packages, then runs a program. Plain JavaScript, because Node 18 cannot run TypeScript before
// packages are installed.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
/** Path of the Node that npm installs for this project. Exists only on Linux. */
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
 * Checks whether node_modules contains the locked version of each package that the program needs.
 * @param {{ withDevelopment?: boolean }} options
 */
function isInstalled({ withDevelopment = false } = {}) {
	const { "": project, ...required } = readPackages("package-lock.json");
	const installed = readPackages("node_modules/.package-lock.json");
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
	// If `adds` is true, avoids `npm ci`, which would delete node_modules while a server may be using it.
	const npm = adds ? "npm install --no-save" : "npm ci";
	// Without these options, NODE_ENV and npm's settings would decide which packages npm installs.
	const kinds = `${needsDevelopment ? "--include" : "--omit"}=dev --include=optional`;
	const command = `${npm} --no-audit --no-fund --loglevel=error ${kinds}`;
	const { status } = spawnSync(command, { stdio: "inherit", shell: true });
	if (status !== 0) {
		console.error(`${npm} failed with status ${status}; the reason is above.`);
		process.exit(1);
	}
	// Removes the project's Node where it does not start, such as on Alpine Linux without glibc.
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
