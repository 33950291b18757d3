import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { FaultsError } from "../shared/faults.ts";
import { listNewestFirst } from "../shared/listFiles.ts";
import { startStopwatch } from "../shared/startStopwatch.ts";
import { tryLock } from "../shared/tryLock.ts";
import { hashCode } from "./hashCode.ts";

/**
 * Maximum number of cached bundles. The cache keeps several bundles, because a running server can use the bundle of an
 * older source code.
 */
const maxBundles = 4;

/** Age after which the temporary folder of an interrupted bundler is removed, in milliseconds. */
const staleAfterMs = 30 * 60 * 1000;

/** Time between two attempts to lock the bundler, and the maximum time of all attempts, in milliseconds. */
const lockRetryMs = 100;
const lockTimeoutMs = 5 * 60 * 1000;

/** Parts of a complete bundle: the server entry, and the folder of style sheets, which is written last. */
const requiredFiles = ["server/entry.mjs", "server/styles"];

/**
 * Returns the folder of the bundle for the current source code. Callers must not change files in this folder.
 * @param folder folder of all cached bundles, which must be inside the project
 * @throws FaultsError
 */
export async function obtainBundle(
	folder: string,
	codeHash: string,
	log: (line: string) => void,
): Promise<string> {
	const bundle = join(folder, codeHash);
	if (!existsSync(bundle)) {
		const unlock = await lockBundler(log);
		try {
			// Another process may have created it in the meantime.
			if (!existsSync(bundle)) {
				const formatElapsed = startStopwatch();
				await createBundle(bundle, codeHash);
				log(`Bundle: in ${formatElapsed()}`);
			}
		} finally {
			unlock();
		}
	}
	// Marks the bundle as new, because `removeOldBundles` removes the oldest bundles.
	await utimes(bundle, new Date(), new Date());
	await removeOldBundles(folder, codeHash);
	return bundle;
}

/**
 * Waits until no other process bundles the code of this project. Vike writes a temporary file beside its configuration,
 * and removes the file at the end, also while another process is about to read it.
 * @throws FaultsError when another process bundles for too long
 */
async function lockBundler(log: (line: string) => void): Promise<() => void> {
	const file = ".cache/bundler.sqlite";
	for (let waitedMs = 0; waitedMs <= lockTimeoutMs; waitedMs += lockRetryMs) {
		const unlock = tryLock(file);
		if (unlock) return unlock;
		if (waitedMs === 0) log("Bundle: waiting for another process that bundles the code");
		await setTimeout(lockRetryMs);
	}
	throw new FaultsError([
		`Another process bundles the code, and holds the lock ${file}. End it, and start this again.`,
	]);
}

/** Creates a bundle in a temporary folder, and renames the folder when it is complete. */
async function createBundle(bundle: string, codeHash: string): Promise<void> {
	await refuseChangedCode(codeHash);
	const next = `${bundle}.${randomUUID()}`;
	await mkdir(dirname(bundle), { recursive: true });
	try {
		await runBundler(next);
		await refuseChangedCode(codeHash);
		await rename(next, bundle);
	} finally {
		await rm(next, { recursive: true, force: true });
	}
}

async function runBundler(folder: string): Promise<void> {
	const program = fileURLToPath(new URL("bundle.ts", import.meta.url));
	// Vitest sets NODE_ENV to `test`, which would change the bundle.
	const env = { ...process.env, NODE_ENV: "production" };
	const refuse = ({ stdout, stderr }: { stdout: string; stderr: string }): never => {
		// Rolldown colours its messages even in a log.
		throw new FaultsError([
			`The code cannot be bundled:\n${stripVTControlCharacters(stdout + stderr)}`,
		]);
	};
	const output = await promisify(execFile)(process.execPath, [program, folder], { env }).catch(
		refuse,
	);
	// Vike exits with status 0 even when the code has a syntax error, so an incomplete bundle also counts as a failure.
	const isComplete = requiredFiles.every((file) => existsSync(join(folder, file)));
	if (!isComplete) refuse(output);
}

/** Throws when `codeHash` is not the hash of the current source code. */
async function refuseChangedCode(codeHash: string): Promise<void> {
	if ((await hashCode(process.cwd())) === codeHash) return;
	throw new FaultsError(["The code has changed since this command was started. Start it again."]);
}

/**
 * Removes old bundles, and the temporary folders of interrupted bundlers. Keeps the bundle `usedName` even when others have
 * later times, as after a correction of the clock.
 */
async function removeOldBundles(folder: string, usedName: string): Promise<void> {
	const bundles = await listNewestFirst(folder);
	const others = bundles.filter(({ name }) => !name.includes(".") && name !== usedName);
	const stale = bundles.filter(
		({ name, mtimeMs }) => name.includes(".") && Date.now() - mtimeMs > staleAfterMs,
	);
	for (const { name } of [...others.slice(maxBundles - 1), ...stale])
		await rm(join(folder, name), { recursive: true, force: true });
}
