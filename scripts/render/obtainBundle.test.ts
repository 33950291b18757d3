import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { hashCode } from "./hashCode.ts";
import { obtainBundle } from "./obtainBundle.ts";

// What is bundled finds its packages in the project.
const parent = ".cache/tests";

test("code that has changed is not bundled under the name of what it was", async () => {
	const folder = await makeFolder({ parent });
	await expect(obtainBundle(join(folder, "bundles"), "0123456789abcdef", () => {})).rejects.toThrow(
		"The code has changed since this command was started. Start it again.",
	);
	expect(await readdir(folder)).toEqual([]);
});

test("a bundler that ends with status 0 and no bundle has failed, and what it said is told", async () => {
	const program = 'console.error("read-only file system"); process.exit()';
	vi.stubEnv("NODE_OPTIONS", `--import data:text/javascript,${encodeURIComponent(program)}`);
	onTestFinished(() => void vi.unstubAllEnvs());
	const code = await hashCode(process.cwd());
	await expect(obtainBundle(await makeFolder({ parent }), code, () => {})).rejects.toThrow(
		"The code cannot be bundled:\nread-only file system",
	);
});
