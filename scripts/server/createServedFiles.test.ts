import { brotliCompressSync, constants as zlib } from "node:zlib";
import { expect, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { createServedFiles } from "./createServedFiles.ts";
import { loadSiteFiles, type TextFile } from "./siteFiles.ts";

const page = (title: string) => Array.from({ length: 500 }, (_, number) => `<p>${title} ${number ** 3}</p>`).join("");

function compressBest(text: string): Buffer {
	const params = {
		[zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
		[zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
		[zlib.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
	};
	return brotliCompressSync(text, { params });
}

async function loadSite(files: Record<string, string>) {
	return loadSiteFiles(await makeFolder({ files }));
}

test("a new version is served before its text is compressed at the highest level, and is compressed soon after", async () => {
	const served = createServedFiles({ log: expect.unreachable, canCompressThoroughly: true });
	const files = await loadSite({ "index.html": page("home"), "ru.html": page("дом") });
	served.serveVersion(files);
	const fileAt = (address: string) => served.current().byAddress.get(address) as TextFile;
	expect(fileAt("/").isCompressedThoroughly).toBe(false);
	served.compressInBackground(files);
	await vi.waitUntil(() => fileAt("/ru").isCompressedThoroughly, { timeout: 20_000 });
	expect(fileAt("/").compressed.get("br")).toEqual(compressBest(page("home")));
	expect(fileAt("/ru").compressed.get("br")).toEqual(compressBest(page("дом")));
	served.close();
});

test("the versions of a preview are not compressed at the best level", async () => {
	const served = createServedFiles({ log: expect.unreachable, canCompressThoroughly: false });
	const files = await loadSite({ "index.html": page("home") });
	served.serveVersion(files);
	served.compressInBackground(files);
	const home = served.current().byAddress.get("/") as TextFile;
	expect(home.compressed.get("br")).not.toEqual(compressBest(page("home")));
	expect(home.isCompressedThoroughly).toBe(false);
});
