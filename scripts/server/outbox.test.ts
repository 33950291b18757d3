import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openOutbox } from "./outbox.ts";

const folder = await mkdtemp(join(tmpdir(), "outbox-"));
afterAll(() => rm(folder, { recursive: true }));

test("holds each of many subscriptions at once, a whole line each, in order, after one that it could not", async () => {
	const path = join(folder, "missing", "outbox.ndjson");
	const outbox = openOutbox(path);
	await expect(outbox({ email: "a@example.org" })).rejects.toThrow("ENOENT");
	await mkdir(join(folder, "missing"));
	const subscriptions = Array.from({ length: 50 }, (_, number) => ({ email: `reader-${number}@example.org` }));
	await Promise.all(subscriptions.map(outbox));
	const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
	expect(lines.map((line) => JSON.parse(line))).toEqual(subscriptions);
});
