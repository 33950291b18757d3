// Plain JavaScript for Node 18: scripts/setUp.js loads it before packages are installed.
import { readFileSync } from "node:fs";

/** Interval between two checks whether npm has ended, in milliseconds. */
export const checkIntervalMs = 250;

/**
 * Lists the processes between this one and the npm command that started it: a shell, if there is one, and npm. Where the
 * system has no `/proc`, the shell alone is known.
 * @returns {number[]} process ids, the parent first; empty when npm did not start this process
 */
export function listNpmAncestors() {
	if (!process.env.npm_lifecycle_event) return [];
	const parent = process.ppid;
	// The shell's command line is the script of package.json.
	const isShell = readProcessFile(parent, "cmdline").includes("scripts/setUp.js");
	const npm = isShell ? readParent(parent) : undefined;
	return npm === undefined ? [parent] : [parent, npm];
}

/**
 * Checks whether one of the processes has ended. Its child process then has another parent.
 * @param {number[]} ancestors from `listNpmAncestors`
 */
export function hasNpmEnded([parent, npm]) {
	if (parent === undefined) return false;
	if (process.ppid !== parent) return true;
	return npm !== undefined && readParent(parent) !== npm;
}

/**
 * Reads the process id of a process's parent: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 * @param {number} pid
 */
function readParent(pid) {
	// The second field, the name of the program, may hold spaces and brackets.
	const [, parent] = /^.*\) \S (\d+) /s.exec(readProcessFile(pid, "stat")) ?? [];
	return parent === undefined ? undefined : Number(parent);
}

/**
 * @param {number} pid
 * @param {string} name
 */
function readProcessFile(pid, name) {
	try {
		return readFileSync(`/proc/${pid}/${name}`, "utf8");
	} catch {
		return "";
	}
}
