import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { openOutbox } from "./outbox.ts";

test("holds each of many subscriptions at once, a whole line each, in order, after one that it could not", async () => {
	const folder = await makeFolder();
	const path = join(folder, "missing", "outbox.ndjson");
	const outbox = openOutbox(path);
	await expect(outbox({ email: "a@example.org" })).rejects.toThrow("ENOENT");
	await mkdir(join(folder, "missing"));
	const subscriptions = Array.from({ length: 50 }, (_, number) => ({ email: `reader-${number}@example.org` }));
	await Promise.all(subscriptions.map(outbox));
	const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
	expect(lines.map((line) => JSON.parse(line))).toEqual(subscriptions);
});
