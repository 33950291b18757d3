// Plain JavaScript, because scripts/setUp.js loads this file with Node 18 before packages are installed.
import { readFileSync } from "node:fs";

/** Interval between two checks whether npm has ended, in milliseconds. */
export const checkIntervalMs = 250;

/**
 * Lists the processes that started this process, parent first: npm's shell if there is one, then npm.
 * @returns {number[]} process ids; empty when npm did not start this process
 */
export function listNpmAncestors() {
	if (!process.env.npm_lifecycle_event) return [];
	const parent = process.ppid;
	// The command line of npm's shell contains `scripts/setUp.js`, but the command line of npm does not.
	const isShell = readProcessFile(parent, "cmdline").includes("scripts/setUp.js");
	const npm = isShell ? readParent(parent) : undefined;
	return npm === undefined ? [parent] : [parent, npm];
}

/**
 * Checks whether npm or its shell has ended. When a process ends, the system gives its child processes another parent.
 * @param {number[]} ancestors from `listNpmAncestors`
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
	// A program name in `/proc/<pid>/stat` can contain `)`, so the pattern finds the last `)`.
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
