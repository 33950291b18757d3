import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { FaultsError } from "../shared/faults.ts";
import { listNewest } from "../shared/listFiles.ts";
import { stopwatch } from "../shared/stopwatch.ts";
import { hashCode } from "./hashCode.ts";

/** Bundles that are kept: this one, and some that a server which was started earlier may still read. */
const kept = 4;

/** Milliseconds after which what an interrupted run has left is nobody's work any more. */
const longestBundling = 30 * 60 * 1000;

/**
 * The bundle of the code as it is now: the renderer in `server`, what browsers load in `client`. It is made once for
 * each state of the code, in a process of its own, and none of its files may be written to.
 * @param folder where bundles are kept, inside the project as the bundler asks
 * @param code the state of the code, from `hashCode`
 * @returns the folder of the bundle
 * @throws FaultsError with what the bundler says, or when the code is not in that state any more
 */
export async function obtainBundle(folder: string, code: string, log: (line: string) => void): Promise<string> {
	const bundle = join(folder, code);
	if (!existsSync(bundle)) {
		const since = stopwatch();
		await refuseOtherCode(code);
		const next = join(folder, `${code}.${process.pid}`);
		await rm(next, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		const program = fileURLToPath(new URL("bundle.ts", import.meta.url));
		// A test's own environment would make it another bundle.
		const env = { ...process.env, NODE_ENV: "production" };
		const refuse = ({ stdout, stderr }: { stdout: string; stderr: string }): never => {
			throw new FaultsError([`The code cannot be bundled:\n${stdout}${stderr}`]);
		};
		try {
			const told = await promisify(execFile)(process.execPath, [program, next], { env }).catch(refuse);
			// Where the code lies in a read-only place, Vike says so and ends with status 0.
			if (!existsSync(next)) refuse(told);
			await refuseOtherCode(code);
			await rename(next, bundle).catch((error: NodeJS.ErrnoException) => {
				// Another process has made the same in the meantime.
				if (!existsSync(bundle)) throw error;
			});
		} finally {
			await rm(next, { recursive: true, force: true });
		}
		log(`Bundle: in ${since()}`);
	}
	await utimes(bundle, new Date(), new Date());
	await removeOthers(folder);
	return bundle;
}

/** A bundle is taken for what its name says for good. */
async function refuseOtherCode(code: string): Promise<void> {
	if ((await hashCode(process.cwd())) === code) return;
	throw new FaultsError(["The code has changed since this command was started. Start it again."]);
}

/** Removes all bundles but those used last, and what was left unfinished. */
async function removeOthers(folder: string): Promise<void> {
	const bundles = await listNewest(folder);
	const whole = bundles.filter(({ name }) => !name.includes("."));
	const left = bundles.filter(({ name, mtimeMs }) => name.includes(".") && Date.now() - mtimeMs > longestBundling);
	for (const { name } of [...whole.slice(kept), ...left])
		await rm(join(folder, name), { recursive: true, force: true });
}
