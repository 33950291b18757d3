import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openOutbox } from "./outbox.ts";

const folder = await mkdtemp(join(tmpdir(), "outbox-"));
afterAll(() => rm(folder, { recursive: true }));

test("holds each of many subscriptions at once, a whole line each, in order", async () => {
	const path = join(folder, "outbox.ndjson");
	const outbox = openOutbox(path);
	const subscriptions = Array.from({ length: 50 }, (_, number) => ({ email: `reader-${number}@example.org` }));
	await Promise.all(subscriptions.map(outbox));
	const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
	expect(lines.map((line) => JSON.parse(line))).toEqual(subscriptions);
});

test("says that it cannot be written, and goes on afterwards", async () => {
	const outbox = openOutbox(join(folder, "missing", "outbox.ndjson"));
	await expect(outbox({ email: "a@example.org" })).rejects.toThrow("ENOENT");
	await expect(outbox({ email: "b@example.org" })).rejects.toThrow("ENOENT");
});
