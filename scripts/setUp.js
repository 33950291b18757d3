// Installs missing packages, then runs a program. Plain JavaScript, because Node 18 cannot run TypeScript.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const [binFolder, installedLock] = ["node_modules/.bin", "node_modules/.package-lock.json"];
const ownNode = `${binFolder}/node`;
const program = process.argv.slice(2);
// Programs that build and serve the site need no development packages.
const isServing = /^scripts\/(start|build|content|versions)\.ts$/.test(program[0] ?? "");
const readJson = (/** @type {string} */ file) =>
	existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const required = readJson("package.json").engines.node.slice(">=".length);
const isOutdated = process.versions.node.localeCompare(required, "en", { numeric: true }) < 0;

// Vite or Vike takes these characters for a part of a URL or of a glob pattern.
if (/[#%*?]/.test(process.cwd()))
	fail(`The site cannot be built in ${process.cwd()}: move it to a path without #, %, * and ?.`);
const isFirstNode = isOutdated && !existsSync(ownNode);
if (!isInstalled() || isFirstNode) install();
// An outdated Node has left out optional packages that need a newer one, such as sharp's.
if (isFirstNode && existsSync(ownNode)) {
	rmSync(installedLock);
	install();
}
if (isOutdated && !existsSync(ownNode))
	fail(`Install Node ${required} or newer from https://nodejs.org: this is ${process.version}.`);
if (program.length > 0) run(existsSync(ownNode) ? ownNode : process.execPath);

function fail(/** @type {string} */ reason) {
	console.error(reason);
	process.exit(1);
}

/** Checks whether node_modules has the locked versions. npm leaves out optional packages for other machines. */
function isInstalled() {
	const { "": _, ...locked } = readJson("package-lock.json").packages;
	const { packages = {} } = readJson(installedLock);
	return Object.entries(locked).every(([path, { version, dev, optional }]) => {
		if (dev && isServing) return true;
		return packages[path] ? packages[path].version === version : optional;
	});
}

/** Installs the packages, on the project's own Node if there is one, and links this Node where npm has not (npm 9). */
function install() {
	// `npm ci` would delete the packages of a running server.
	const npm = existsSync(installedLock) ? "npm install --no-save" : "npm ci";
	const kinds = `${isServing ? "--omit" : "--include"}=dev --include=optional`;
	const PATH = resolve(binFolder) + delimiter + process.env.PATH;
	// Unlike that of a Linux distribution, the project's Node does not trust a company's proxy by itself.
	const env = { ...process.env, PATH, NODE_USE_SYSTEM_CA: "1" };
	const command = `${npm} --no-audit --no-fund --loglevel=error ${kinds}`;
	const { status } = spawnSync(command, { stdio: "inherit", shell: true, env });
	if (status !== 0) fail(`${npm} failed with status ${status}; the reason is above.`);
	const target = `../node-linux-${process.arch}/bin/node`;
	if (!existsSync(ownNode) && existsSync(resolve(binFolder, target))) symlinkSync(target, ownNode);
	// It does not start on Alpine Linux, which has no glibc.
	if (spawnSync(ownNode, ["--version"]).status !== 0) rmSync(ownNode, { force: true });
}

/** Runs the program in place of this process if possible, otherwise in a child process. */
function run(/** @type {string} */ node) {
	if (process.platform !== "win32") process.execve?.(node, [node, ...program]);
	const child = spawn(node, program, { stdio: "inherit" });
	process.on("SIGTERM", () => child.kill("SIGTERM"));
	// The terminal sends SIGINT to both processes.
	process.on("SIGINT", () => {});
	child.on("exit", (status) => process.exit(status ?? 1));
}
