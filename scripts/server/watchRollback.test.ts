import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { Versions } from "../publish/Versions.ts";
import { watchRollback } from "./watchRollback.ts";

test("the target of a rollback is recorded as live, so that the end of the rollback does not restore the version before", async () => {
	const [target, faulty] = ["0123456789abcdef", "fedcba9876543210"];
	// Versions.ts reads the target of a rollback from the file `held`.
	const versions = new Versions(await makeFolder({ files: { held: target, live: faulty } }));
	const switched: string[] = [];
	const site = { switchTo: async (id: string) => void switched.push(id) };
	onTestFinished(watchRollback({ versions, site, onRelease: () => {}, log: () => {} }));
	await expect.poll(() => versions.readLive()).toBe(target);
	expect(switched).toEqual([target]);
});
