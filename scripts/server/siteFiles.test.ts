import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressWell, loadSiteFiles, type TextFile } from "./siteFiles.ts";

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "siteFiles-"));
	await mkdir(join(folder, "ru"));
	await mkdir(join(folder, "assets"));
	const files: Record<string, string> = {
		"index.html": "<p>home</p>".repeat(100),
		"about.html": "<p>about</p>",
		"ru.html": "<p>дом</p>",
		"ru/index.html.txt": "text",
		"ru/about.html": "<p>о нас</p>",
		"assets/style.abc.css": "a{color:red}".repeat(50),
		"assets/photo.abc.avif": "picture",
		"A b.unknown": "x",
		_headers: "/*",
	};
	for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
	await symlink("/etc/hostname", join(folder, "outside.txt"));
});

afterAll(() => rm(folder, { recursive: true }));

test("files are found by their clean addresses, links out of the folder and the host's files are not", async () => {
	const files = await loadSiteFiles(folder);
	expect([...files.keys()].sort()).toEqual([
		"/",
		"/A b.unknown",
		"/about",
		"/assets/photo.abc.avif",
		"/assets/style.abc.css",
		"/ru",
		"/ru/about",
		"/ru/index.html.txt",
	]);
});

test("text is held with its compressed forms, when these are smaller", async () => {
	const files = await loadSiteFiles(folder);
	const home = files.get("/") as TextFile;
	expect(home.contentType).toBe("text/html; charset=utf-8");
	expect(home.cacheControl).toBe("no-cache");
	expect(brotliDecompressSync(home.compressed.get("br")?.bytes ?? "")).toEqual(home.content);
	expect(gunzipSync(home.compressed.get("gzip")?.bytes ?? "")).toEqual(home.content);
	expect((files.get("/about") as TextFile).compressed.size).toBe(0);
	expect(files.get("/assets/style.abc.css")?.cacheControl).toBe("public, max-age=31536000, immutable");
});

test("text is compressed quickly first, and well when there is time", async () => {
	const files = await loadSiteFiles(folder);
	const home = files.get("/") as TextFile;
	const quick = home.compressed.get("br");
	expect(quick?.isWeak).toBe(true);
	await compressWell(files);
	const good = home.compressed.get("br");
	expect(good?.isWeak).toBe(false);
	expect(brotliDecompressSync(good?.bytes ?? "")).toEqual(home.content);
	expect(good?.bytes.length).toBeLessThanOrEqual(quick?.bytes.length ?? 0);
	expect((files.get("/about") as TextFile).compressed.size).toBe(0);
});

test("files that are named by their content are taken from another version, all others read", async () => {
	const before = await loadSiteFiles(folder);
	await compressWell(before);
	const next = await mkdtemp(join(tmpdir(), "siteFiles-"));
	await cp(folder, next, { recursive: true });
	await writeFile(join(next, "index.html"), "<p>new</p>");
	const after = await loadSiteFiles(next, before);
	await rm(next, { recursive: true });
	const style = before.get("/assets/style.abc.css") as TextFile;
	expect(after.get("/assets/style.abc.css")).toEqual(style);
	expect((after.get("/assets/style.abc.css") as TextFile).content).toBe(style.content);
	const photo = { ...before.get("/assets/photo.abc.avif"), diskPath: join(next, "assets/photo.abc.avif") };
	expect(after.get("/assets/photo.abc.avif")).toEqual(photo);
	expect((after.get("/") as TextFile).content.toString()).toBe("<p>new</p>");
});

test("binary files are described, not held", async () => {
	const files = await loadSiteFiles(folder);
	expect(files.get("/assets/photo.abc.avif")).toEqual({
		contentType: "image/avif",
		cacheControl: "public, max-age=31536000, immutable",
		headers: {},
		version: expect.stringMatching(/^[\w-]{16}$/),
		diskPath: join(folder, "assets/photo.abc.avif"),
		size: 7,
	});
	expect(files.get("/A b.unknown")?.contentType).toBe("application/octet-stream");
});

test("the version follows the content", async () => {
	const before = await loadSiteFiles(folder);
	await writeFile(join(folder, "about.html"), "<p>About</p>");
	const after = await loadSiteFiles(folder);
	expect(after.get("/about")?.version).not.toBe(before.get("/about")?.version);
	expect(after.get("/")?.version).toBe(before.get("/")?.version);
});

test("a folder that does not exist is an error", async () => {
	await expect(loadSiteFiles(join(folder, "none"))).rejects.toThrow("ENOENT");
});
