// Begins every npm command, on whatever Node the machine has: plain JavaScript for Node 18, built-in modules only. Installs what is
// missing and runs the program that its arguments name. (npm would run no script named "pre…": .npmrc forbids it.)
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const ownNode = "node_modules/.bin/node";

if (!isInstalled()) install();
const least = JSON.parse(readFileSync("package.json", "utf8")).engines.node.replace(">=", "");
if (!existsSync(ownNode) && process.versions.node.localeCompare(least, "en", { numeric: true }) < 0) {
	const advice = "install a newer one from https://nodejs.org and run the command again.";
	console.error(`This project needs Node ${least} or newer, and this is ${process.version}: ${advice}`);
	process.exit(1);
}
const program = process.argv.slice(2);
if (program.length > 0) await run(existsSync(ownNode) ? ownNode : process.execPath);

/** Whether node_modules holds what package-lock.json says, but for optional packages that are made for another machine. */
function isInstalled() {
	const [wanted, installed] = ["package-lock.json", "node_modules/.package-lock.json"].map((path) =>
		existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {},
	);
	return Object.entries(wanted).every(([path, { version, optional, os, cpu, libc }]) => {
		// Those for one C library are not looked at: each has a sister for the other.
		const isForHere = !libc && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
		return path === "" || (installed[path] ? installed[path].version === version : optional && !isForHere);
	});
}

function install() {
	// With all that the build needs also when NODE_ENV is "production", and without warnings: an older npm's Node complains about every
	// package that the project's own Node is there for. Without install scripts (.npmrc): no package needs its own.
	const command = "npm ci --no-audit --no-fund --loglevel=error --include=dev --include=optional";
	const { status } = spawnSync(command, { stdio: "inherit", shell: true });
	if (status !== 0) {
		console.error(`npm ci failed with status ${status}; its reason stands above.`);
		process.exit(1);
	}
	// It is built for glibc. Where it does not start (Alpine), npm's scripts must find the machine's own Node instead.
	if (existsSync(ownNode) && spawnSync(ownNode, ["--version"]).status !== 0) rmSync(ownNode);
}

/** @param {string} node runs the program: in the place of this process, or beside it where Node or the system cannot do that */
async function run(node) {
	// glibc reads them when a process starts. Without them a build keeps the memory that pictures were encoded in: 530 MB instead of 310.
	const env = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072", ...process.env };
	if (process.platform !== "win32") process.execve?.(node, [node, ...program], env);
	const child = spawn(node, program, { stdio: "inherit", env });
	// The terminal tells both of Ctrl-C; asked twice, a server does not wait for anything.
	process.on("SIGINT", () => {});
	process.on("SIGTERM", () => child.kill());
	const [status] = await once(child, "exit");
	process.exit(status ?? 1);
}
