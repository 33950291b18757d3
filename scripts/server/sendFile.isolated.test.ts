import { once } from "node:events";
import type { FileHandle } from "node:fs/promises";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { sendFile } from "./sendFile.ts";
import { loadFile } from "./siteFiles.ts";

const openedHandles = vi.hoisted((): FileHandle[] => []);
vi.mock("node:fs/promises", async (importOriginal) => {
	const original = await importOriginal<typeof import("node:fs/promises")>();
	const open: typeof original.open = async (...args) => {
		const handle = await original.open(...args);
		openedHandles.push(handle);
		return handle;
	};
	return { ...original, open };
});
beforeEach(() => void openedHandles.splice(0));

/** Content that exceeds the socket buffers, so that a client can disconnect before all of it is sent. */
const film = "x".repeat(20 * 1024 ** 2);
const folder = await makeFolder({
	files: { "photo.avif": "picture", "film.mp4": film },
	atEnd: afterAll,
});

const failures: unknown[] = [];
const files = {
	"/photo.avif": await loadFile(folder, "photo.avif"),
	"/film.mp4": await loadFile(folder, "film.mp4"),
};
const server = createServer((request, response) => {
	const file = files[request.url as keyof typeof files];
	sendFile(request, response, file).catch((error: unknown) => failures.push(error));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const ask = (path: string, method = "GET", headers = {}) =>
	fetch(`http://127.0.0.1:${port}${path}`, { method, headers });

/** Expects that `count` files were opened and all of them are closed. A closed handle has the descriptor -1. */
async function expectClosed(count: number): Promise<void> {
	await expect.poll(() => openedHandles.map(({ fd }) => fd), { timeout: 20_000 }).toEqual(Array(count).fill(-1));
	expect(failures).toEqual([]);
}

test.each<[method: string, headers: Record<string, string>, status: number, body: string]>([
	["GET", {}, 200, "picture"],
	["HEAD", {}, 200, ""],
	["GET", { Range: "bytes=0-2" }, 206, "pic"],
])("a file is closed after %s with the headers %j", async (method, headers, status, body) => {
	const response = await ask("/photo.avif", method, headers);
	expect([response.status, await response.text()]).toEqual([status, body]);
	await expectClosed(1);
});

test("a file with a changed size gets a 404, and is closed", async () => {
	await writeFile(join(folder, "photo.avif"), "another picture");
	const response = await ask("/photo.avif");
	await writeFile(join(folder, "photo.avif"), "picture");
	expect([response.status, await response.text()]).toEqual([404, ""]);
	await expectClosed(1);
});

test("a file is closed when the client disconnects early, which is not logged", async () => {
	const socket = connect(port, "127.0.0.1");
	socket.write("GET /film.mp4 HTTP/1.1\r\nHost: x\r\n\r\n");
	await new Promise((resolve) => socket.once("data", resolve));
	socket.destroy();
	await expectClosed(1);
});

test("a deleted file gets a 404", async () => {
	await rm(join(folder, "photo.avif"));
	const response = await ask("/photo.avif");
	await writeFile(join(folder, "photo.avif"), "picture");
	expect(response.status).toBe(404);
	await expectClosed(0);
});
