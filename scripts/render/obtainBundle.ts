import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { discardFolder, emptyFolder } from "../shared/emptyFolder.ts";
import { FaultsError } from "../shared/faults.ts";
import { listNewestFirst } from "../shared/listFiles.ts";
import { readManifest, writeManifest } from "../shared/manifest.ts";
import { startStopwatch } from "../shared/startStopwatch.ts";
import { tryLock } from "../shared/tryLock.ts";
import { hashCode } from "./hashCode.ts";

/**
 * Maximum number of cached bundles. The cache keeps several bundles, because a running server can use the bundle of an
 * older source code.
 */
const maxBundles = 4;

/** Time between two attempts to lock the bundler, in milliseconds. */
const lockRetryMs = 100;

const lockFile = ".cache/bundler.sqlite";

/**
 * Returns the folder of the bundle for the current source code. Callers must not change files in this folder.
 * @param folder folder of all cached bundles, which must be inside the project. A test has its own.
 * @throws FaultsError
 */
export async function obtainBundle(
	codeHash: string,
	log: (line: string) => void,
	folder = ".cache/bundles",
): Promise<string> {
	const bundle = join(folder, codeHash);
	if (!readManifest(bundle)) {
		const unlock = await lockBundler(log);
		try {
			// Another process may have created it in the meantime.
			if (!readManifest(bundle)) await createBundle(bundle, codeHash, log);
		} finally {
			unlock();
		}
	}
	// Marks the bundle as new, because `createBundle` removes the oldest bundles.
	await utimes(bundle, new Date(), new Date());
	return bundle;
}

/**
 * Waits until no other process bundles the code of this project. Vike writes a temporary file beside its configuration,
 * and removes the file at the end, also while another process is about to read it.
 */
async function lockBundler(log: (line: string) => void): Promise<() => void> {
	let unlock = tryLock(lockFile);
	if (!unlock) log("Bundle: waiting for another process that bundles the code");
	while (!unlock) {
		await setTimeout(lockRetryMs);
		unlock = tryLock(lockFile);
	}
	return unlock;
}

/** Creates a bundle in a temporary folder, renames the folder when it is complete, and removes the oldest bundles. */
async function createBundle(
	bundle: string,
	codeHash: string,
	log: (line: string) => void,
): Promise<void> {
	const formatElapsed = startStopwatch();
	const folder = dirname(bundle);
	const next = join(folder, "next");
	await emptyFolder(next);
	await runBundler(next);
	if ((await hashCode()) !== codeHash)
		throw new FaultsError(["The code has changed since this command was started. Start it again."]);
	await writeManifest(next);
	// A damaged one, for example after a power cut.
	await discardFolder(bundle);
	await rename(next, bundle);
	for (const { name } of (await listNewestFirst(folder)).slice(maxBundles))
		await rm(join(folder, name), { recursive: true });
	log(`Bundle: in ${formatElapsed()}`);
}

/** @throws FaultsError with the output of the bundler when it fails */
async function runBundler(folder: string): Promise<void> {
	const program = fileURLToPath(new URL("bundle.ts", import.meta.url));
	// Vitest sets NODE_ENV to `test`, which would change the bundle.
	const env = { ...process.env, NODE_ENV: "production" };
	const bundling = promisify(execFile)(process.execPath, [program, folder], { env });
	const { stdout, stderr } = await bundling.catch((error) => error);
	// Vike exits with status 0 even when the code has a syntax error. The style sheets are written last.
	if (existsSync(join(folder, "server/styles"))) return;
	// Rolldown colours its messages even in a log.
	const output = stripVTControlCharacters(stdout + stderr);
	throw new FaultsError([`The code cannot be bundled:\n${output}`]);
}
