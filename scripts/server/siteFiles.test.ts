import { cp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { loadSiteFiles, type TextFile } from "./siteFiles.ts";

const files = {
	"index.html": Array.from({ length: 500 }, (_, number) => `<p>home ${number ** 3}</p>`).join(""),
	"about.html": "<p>about</p>",
	"ru.html": "<p>дом</p>",
	"ru/index.html.txt": "text",
	"ru/about.html": "<p>о нас</p>",
	"assets/style.abc.css": "a{color:red}".repeat(50),
	"assets/photo.abc.avif": "picture",
	"favicon.ico": "icon",
	"A b.unknown": "x",
	_headers: "/assets/*\n  Cache-Control: public",
};
const folder = await makeFolder({ files, atEnd: afterAll });
await symlink("/etc/hostname", join(folder, "outside.txt"));

test("files get URL paths without .html; symbolic links and the host's files get none", async () => {
	const files = await loadSiteFiles(folder);
	expect(Object.fromEntries([...files.byAddress].map(([address, { contentType }]) => [address, contentType]))).toEqual({
		"/": "text/html; charset=utf-8",
		"/A b.unknown": "application/octet-stream",
		"/about": "text/html; charset=utf-8",
		"/assets/photo.abc.avif": "image/avif",
		"/assets/style.abc.css": "text/css; charset=utf-8",
		"/favicon.ico": "image/vnd.microsoft.icon",
		"/ru": "text/html; charset=utf-8",
		"/ru/about": "text/html; charset=utf-8",
		"/ru/index.html.txt": "text/plain; charset=utf-8",
	});
	expect(files.byAddress.get("/assets/style.abc.css")?.headers).toEqual({ "Cache-Control": "public" });
	await expect(loadSiteFiles(join(folder, "none"))).rejects.toThrow("ENOENT");
});

test("text is compressed, if that makes it smaller", async () => {
	const files = await loadSiteFiles(folder);
	const home = files.byAddress.get("/") as TextFile;
	expect([...home.compressed.keys()]).toEqual(["br", "gzip"]);
	expect(brotliDecompressSync(home.compressed.get("br") ?? "")).toEqual(home.body);
	expect(gunzipSync(home.compressed.get("gzip") ?? "")).toEqual(home.body);
	const fast = brotliCompressSync(home.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
	expect(home.compressed.get("br")?.length).toBeLessThan(fast.length);
	expect((files.byAddress.get("/about") as TextFile).compressed.size).toBe(0);
});

test("files with unchanged content are reused from another version", async () => {
	const before = await loadSiteFiles(folder);
	const next = await makeFolder();
	await cp(folder, next, { recursive: true });
	await writeFile(join(next, "index.html"), "<p>new</p>");
	await writeFile(join(next, "_headers"), "");
	const after = await loadSiteFiles(next, before);
	const style = before.byAddress.get("/assets/style.abc.css") as TextFile;
	expect(after.byAddress.get("/assets/style.abc.css")).toEqual({ ...style, headers: {} });
	expect((after.byAddress.get("/assets/style.abc.css") as TextFile).body).toBe(style.body);
	const photo = {
		...before.byAddress.get("/assets/photo.abc.avif"),
		diskPath: join(next, "assets/photo.abc.avif"),
		headers: {},
	};
	expect(after.byAddress.get("/assets/photo.abc.avif")).toEqual(photo);
	// The ETag of an unchanged page stays the same, so that a browser can keep its cached copy.
	const isSame = (address: string) =>
		after.byAddress.get(address)?.fileHash === before.byAddress.get(address)?.fileHash;
	expect(["/", "/about"].map(isSame)).toEqual([false, true]);
});
