import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { tryLock } from "./tryLock.ts";

test("rubbish in a lock file does not prevent locking", async () => {
	const file = join(await makeFolder(), "lock.sqlite");
	await writeFile(file, "rubbish of a power cut ".repeat(100));
	const unlock = tryLock(file);
	expect([typeof unlock, tryLock(file)]).toEqual(["function", undefined]);
	unlock?.();
});
