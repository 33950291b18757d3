import { expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { Versions } from "../publish/Versions.ts";
import { watchRollback } from "./watchRollback.ts";

test("the target of a rollback is recorded as live, so that the end of the rollback does not restore the version before", async () => {
	const [target, faulty] = ["0123456789abcdef", "fedcba9876543210"];
	// Versions.ts reads the target of a rollback from the file `held`.
	const versions = new Versions(await makeFolder({ files: { held: target, live: faulty } }));
	const switched: string[] = [];
	const site = { switchTo: async (id: string) => void switched.push(id) };
	onTestFinished(watchRollback({ versions, site, onRollbackEnd: () => {}, log: () => {} }));
	await expect.poll(() => versions.readLive()).toBe(target);
	expect(switched).toEqual([target]);
});

test("a rollback file that cannot be read is logged once, and the site stays as it is", async () => {
	const versions = new Versions(await makeFolder({ files: { "held/file": "", live: "0123456789abcdef" } }));
	const reads = vi.spyOn(versions, "readRollback");
	const log: string[] = [];
	const onRollbackEnd = vi.fn<() => void>();
	const switchTo = vi.fn<(id: string) => Promise<void>>();
	onTestFinished(watchRollback({ versions, site: { switchTo }, onRollbackEnd, log: (line) => log.push(line) }));
	await expect.poll(() => reads.mock.calls.length, { timeout: 5_000 }).toBe(3);
	expect(log).toEqual([expect.stringMatching(/^✗ The file of a rollback cannot be read: EISDIR/)]);
	expect(onRollbackEnd).not.toHaveBeenCalled();
	expect(switchTo).not.toHaveBeenCalled();
});

test("without a rollback nothing is switched, and no end of one is reported", async () => {
	const versions = new Versions(await makeFolder({ files: { live: "0123456789abcdef" } }));
	const reads = vi.spyOn(versions, "readRollback");
	const onRollbackEnd = vi.fn<() => void>();
	const switchTo = vi.fn<(id: string) => Promise<void>>();
	onTestFinished(watchRollback({ versions, site: { switchTo }, onRollbackEnd, log: () => {} }));
	await expect.poll(() => reads.mock.calls.length, { timeout: 5_000 }).toBe(2);
	expect(onRollbackEnd).not.toHaveBeenCalled();
	expect(switchTo).not.toHaveBeenCalled();
});
