import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { tryLock } from "./tryLock.ts";

test("a file is locked until it is unlocked", async () => {
	const file = join(await makeFolder(), "lock.sqlite");
	const unlock = tryLock(file);
	expect(tryLock(file)).toBeUndefined();
	unlock?.();
	const unlockAgain = tryLock(file);
	expect(unlockAgain).toBeDefined();
	unlockAgain?.();
});
