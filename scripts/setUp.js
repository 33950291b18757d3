// Runs before every npm command, on whatever Node the machine has: plain JavaScript for Node 18, built-in modules only.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string | string[] }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock package-lock.json, or node_modules/.package-lock.json
 * @typedef {{ os: string, cpu: string, libc: () => string | undefined }} Platform in npm's words; libc is "glibc", "musl" or undefined
 */

/**
 * The packages of package-lock.json that are not installed in its version. Optional ones may be absent, except those made for this
 * very platform: they are missing when node_modules was copied from another machine.
 *
 * @param {Lock} lock
 * @param {Lock | undefined} installed undefined when there is no node_modules
 * @param {Platform} platform
 * @returns {string[]} paths such as "node_modules/vite"
 */
export function missingPackages(lock, installed, platform) {
	return Object.entries(lock.packages)
		.filter(([path, wanted]) => {
			if (path === "" || wanted.link) return false;
			const found = installed?.packages[path];
			if (found) return found.version !== wanted.version;
			return !wanted.optional || isMadeFor(wanted, platform);
		})
		.map(([path]) => path);
}

/**
 * Whether a package names this operating system and processor (and C library, when it names one) as its own.
 *
 * @param {LockedPackage} wanted
 * @param {Platform} platform
 */
function isMadeFor({ os, cpu, libc }, platform) {
	if (!os || !cpu) return false;
	if (![os].flat().includes(platform.os) || ![cpu].flat().includes(platform.cpu)) return false;
	return !libc || [libc].flat().includes(platform.libc() ?? "");
}

/**
 * Whether a Node version such as "v22.22.0" satisfies a range of the form ">=22.22.0", the only form that engines.node has here.
 *
 * @param {string} version
 * @param {string} range
 */
export function satisfies(version, range) {
	const [found, least] = [version, range].map((text) => (/\d+(\.\d+)*/.exec(text)?.[0] ?? "").split(".").map(Number));
	for (let index = 0; index < 3; index++) {
		const difference = (found?.[index] ?? 0) - (least?.[index] ?? 0);
		if (difference !== 0) return difference > 0;
	}
	return true;
}

/** @returns {Platform} */
function thisPlatform() {
	/** @type {string | undefined} */
	let libc;
	return {
		os: process.platform,
		cpu: process.arch,
		libc: () => {
			if (process.platform !== "linux" || !process.report) return undefined;
			if (!libc) {
				// Without this the report resolves the names of all open connections.
				Object.assign(process.report, { excludeNetwork: true });
				const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
				libc = report.header?.glibcVersionRuntime ? "glibc" : "musl";
			}
			return libc;
		},
	};
}

/**
 * @param {string} path
 * @returns {any} undefined when there is no such file
 */
function readJson(path) {
	return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/**
 * Makes a project ready to run: installs what package-lock.json says when node_modules differs, silent otherwise.
 *
 * @param {string} root the project's folder
 * @returns {string | undefined} what is wrong, in one sentence; undefined when all is well
 */
export function setUp(root) {
	const lockPath = join(root, "package-lock.json");
	const installedPath = join(root, "node_modules", ".package-lock.json");
	const ownNode = join(root, "node_modules", ".bin", "node");

	const missing = missingPackages(readJson(lockPath), readJson(installedPath), thisPlatform());
	if (missing.length > 0) {
		const reason = existsSync(installedPath)
			? "node_modules did not match package-lock.json"
			: "there was no node_modules";
		const started = Date.now();
		const status = installPackages(root);
		if (status !== 0) return `npm ci failed with status ${status}; its reason stands above.`;
		const seconds = ((Date.now() - started) / 1000).toFixed(1);
		console.log(`Installed the packages with npm ci in ${seconds} s, because ${reason}.`);
		// It is built for glibc. Where it does not start (Alpine), npm's scripts must find the machine's own Node instead.
		if (existsSync(ownNode) && spawnSync(ownNode, ["--version"]).status !== 0) rmSync(ownNode);
	}

	const { engines } = readJson(join(root, "package.json"));
	if (!engines?.node || existsSync(ownNode) || satisfies(process.version, engines.node)) return undefined;
	return `This project needs Node ${engines.node.replace(">=", "")} or newer, and this is ${process.version}: install a newer one from https://nodejs.org and run the command again.`;
}

/**
 * @param {string} root
 * @returns {number | null} npm's exit status
 */
function installPackages(root) {
	// Also when NODE_ENV is "production": the build needs them all.
	// Without warnings: an older npm's Node complains about every package that the project's own Node is there for.
	// No package needs its install script; the HTML checker's would fetch a Java.
	const ci = [
		"ci",
		"--ignore-scripts",
		"--no-audit",
		"--no-fund",
		"--loglevel=error",
		"--include=dev",
		"--include=optional",
	];
	const npm = process.env.npm_execpath;
	const options = /** @type {const} */ ({ cwd: root, stdio: "inherit" });
	if (npm && basename(npm).startsWith("npm")) return spawnSync(process.execPath, [npm, ...ci], options).status;
	// On Windows npm is a .cmd file, which only a shell can start.
	return spawnSync(`npm ${ci.join(" ")}`, { ...options, shell: true }).status;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
	const fault = setUp(fileURLToPath(new URL("..", import.meta.url)));
	if (fault) {
		console.error(fault);
		process.exitCode = 1;
	}
}
