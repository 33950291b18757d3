import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { obtainBundle } from "./obtainBundle.ts";

test("code that has changed is not bundled under the name of what it was", async () => {
	await mkdir(".cache/tests", { recursive: true });
	const folder = await mkdtemp(".cache/tests/bundles-");
	onTestFinished(() => rm(folder, { recursive: true }));
	await expect(obtainBundle(join(folder, "bundles"), "0123456789abcdef", () => {})).rejects.toThrow(
		"The code has changed since this command was started. Start it again.",
	);
	expect(await readdir(folder)).toEqual([]);
});
