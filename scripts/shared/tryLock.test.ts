import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { tryLock } from "./tryLock.ts";

test("a lock whose file is damaged fails with the error of SQLite", async () => {
	const file = join(await makeFolder(), "lock.sqlite");
	await writeFile(file, "no database".repeat(100));
	expect(() => tryLock(file)).toThrow("not a database");
});

test("a file is locked until it is unlocked", async () => {
	const file = join(await makeFolder(), "lock.sqlite");
	const unlock = tryLock(file);
	expect(tryLock(file)).toBeUndefined();
	unlock?.();
	const unlockAgain = tryLock(file);
	expect(unlockAgain).toBeDefined();
	unlockAgain?.();
});
