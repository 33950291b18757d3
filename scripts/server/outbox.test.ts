import { type FileHandle, mkdir, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { openOutbox } from "./outbox.ts";

const readLines = async (path: string) => (await readFile(path, "utf8")).trimEnd().split("\n");

test("concurrent subscriptions are stored as one line each, in their order", async () => {
	const path = join(await makeFolder(), "outbox.ndjson");
	const subscriptions = Array.from({ length: 50 }, (_, number) => ({
		email: `reader-${number}@example.org`,
	}));
	await Promise.all(subscriptions.map(openOutbox(path)));
	expect((await readLines(path)).map((line) => JSON.parse(line))).toEqual(subscriptions);
});

test("a subscription that cannot be stored is refused, and the next one is stored", async () => {
	const folder = join(await makeFolder(), "missing");
	const path = join(folder, "outbox.ndjson");
	const store = openOutbox(path);
	await expect(store({ email: "a@example.org" })).rejects.toThrow("ENOENT");
	await mkdir(folder);
	await store({ email: "b@example.org" });
	expect(await readLines(path)).toEqual(['{"email":"b@example.org"}']);
});

test("of a subscription that is written only in part, as on a full disk, nothing stays", async () => {
	const path = join(
		await makeFolder({ files: { outbox: '{"email":"a@example.org"}\n' } }),
		"outbox",
	);
	const handle = await open(path);
	const fileHandle: Pick<FileHandle, "sync"> = Object.getPrototypeOf(handle);
	await handle.close();
	const sync = vi
		.spyOn(fileHandle, "sync")
		.mockRejectedValueOnce(new Error("ENOSPC: no space left on device"));
	const store = openOutbox(path);
	await expect(store({ email: "b@example.org" })).rejects.toThrow("ENOSPC");
	expect(sync).toHaveBeenCalledOnce();
	await store({ email: "c@example.org" });
	expect(await readLines(path)).toEqual(['{"email":"a@example.org"}', '{"email":"c@example.org"}']);
});

test("an outbox at its maximum size refuses subscriptions and stays as it is", async () => {
	const path = join(await makeFolder({ files: { outbox: "0123456789" } }), "outbox");
	await expect(openOutbox(path, 10)({ email: "a@example.org" })).rejects.toMatchObject({
		code: "EFBIG",
	});
	expect(await readFile(path, "utf8")).toBe("0123456789");
});

test("the outbox is readable by its owner only", async () => {
	const path = join(await makeFolder(), "outbox.ndjson");
	await openOutbox(path)({ email: "a@example.org" });
	expect((await stat(path)).mode & 0o077).toBe(0);
});
