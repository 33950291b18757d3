// Plain JavaScript for Node 18, because scripts/setUp.js loads this file before packages are installed.
import { readFileSync } from "node:fs";

/** Interval between two checks whether npm has ended, in milliseconds. */
export const checkIntervalMs = 250;

/**
 * Lists the processes that started this one: the shell that npm runs, if there is one, and npm itself. Without `/proc`,
 * only the parent process is known.
 * @returns {number[]} process ids, the parent's first. Empty when npm did not start this process
 */
export function listNpmAncestors() {
	if (!process.env.npm_lifecycle_event) return [];
	const parent = process.ppid;
	// The shell's command line contains the script from package.json.
	const isShell = readProcessFile(parent, "cmdline").includes("scripts/setUp.js");
	const npm = isShell ? readParent(parent) : undefined;
	return npm === undefined ? [parent] : [parent, npm];
}

/**
 * Checks whether the shell or npm has ended. The system gives a process another parent when its parent has ended.
 * @param {number[]} ancestors process ids from `listNpmAncestors`
 */
export function hasNpmEnded([parent, npm]) {
	if (parent === undefined) return false;
	if (process.ppid !== parent) return true;
	return npm !== undefined && readParent(parent) !== npm;
}

/**
 * Reads the id of a process's parent process: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 * @param {number} pid
 */
function readParent(pid) {
	// The second field is the program's name in brackets. It may itself contain spaces and brackets.
	const [, parent] = /^.*\) \S (\d+) /s.exec(readProcessFile(pid, "stat")) ?? [];
	return parent === undefined ? undefined : Number(parent);
}

/**
 * Reads a file of a process from `/proc`. Returns an empty text when the file cannot be read.
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
