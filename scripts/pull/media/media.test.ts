import { hash } from "node:crypto";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Code } from "../../../content/findings.ts";
import { makeFolder } from "../../../tests/folders.ts";
import { startStandIn } from "../../../tests/standIns.ts";
import { pullLimits } from "../limits.ts";
import { cropOpenGraphImage, encoderSettings } from "./encodePicture.ts";
import { fetchFiles, type Original } from "./fetchFiles.ts";
import type { FileDescription } from "./fileType.ts";
import { MediaCache } from "./MediaCache.ts";
import { prepareMedia } from "./prepareMedia.ts";

const address = "https://files.example/a";
let folder: string;
let cache: MediaCache;

beforeEach(async () => {
	folder = await makeFolder();
	cache = new MediaCache(join(folder, "cache"));
});

const paint = (width: number, height: number, background = "#4d6a4b") =>
	sharp({ create: { width, height, channels: 4, background } });

/** Prepares a file as a picture and as a linked file, and publishes it. */
async function prepare(content: Buffer | string, description: Partial<FileDescription> = {}) {
	const sha256 = hash("sha256", content);
	const path = join(folder, sha256);
	await writeFile(path, content);
	const originals = new Map([[address, { path, hash: sha256 }]]);
	const known = { fileName: "a", contentType: "application/octet-stream", ...description };
	const wanted = new Map([[address, known]]);
	const media = await prepareMedia(
		originals,
		{ pictures: wanted, files: wanted },
		cache,
		pullLimits,
	);
	const picture = media.getPicture(address);
	const file = media.getFile(address);
	const { src = "" } = picture?.value ?? {};
	await media.linkFiles([src, file?.value ?? ""], folder);
	const readPublished = (path: string) => readFile(join(folder, path.replace("/media/", "")));
	const inspect = async (path: string) => sharp(await readPublished(path)).metadata();
	return { src, picture, file, readPublished, inspect };
}

test("a photograph becomes upright files without metadata", async () => {
	const turned = paint(280, 420)
		.jpeg()
		.withExif({ IFD0: { Artist: "Ann" } });
	const photograph = await turned.withMetadata({ orientation: 6 }).toBuffer();
	const { src, picture, inspect } = await prepare(photograph);
	expect(picture?.value).toMatchObject({ width: 420, height: 280, srcWidth: 420 });
	const jpeg = await inspect(src);
	expect(jpeg).toMatchObject({ format: "jpeg", width: 420, height: 280 });
	expect([jpeg.exif, jpeg.orientation]).toEqual([undefined, undefined]);
	const sources = picture?.value?.sources ?? [];
	expect(sources.map(({ width }) => width)).toEqual([192, 320, 420]);
	for (const { src, width } of sources) {
		expect(await inspect(src)).toMatchObject({ format: "heif", width, hasAlpha: false });
	}
});

test.each([
	["with transparent parts", paint(20, 20, "#4d6a4b80").png(), "png", true],
	["in CMYK", paint(20, 20).toColourspace("cmyk").jpeg(), "jpg", false],
])("a photograph %s keeps its transparency only", async (_, picture, extension, hasAlpha) => {
	const { src, inspect } = await prepare(await picture.toBuffer());
	expect(src).toMatch(new RegExp(`-20\\.${extension}$`));
	expect(await inspect(src)).toMatchObject({ space: "srgb", depth: "uchar", hasAlpha });
	expect(await inspect(src.replace(extension, "avif"))).toMatchObject({ hasAlpha });
});

test.each([
	["top left", 0, 0],
	["top", 1, 0],
	["right", 2, 1],
	["centre", 1, 1],
] as const)("the focus %s keeps column %i or row %i for sharing", async (focus, ...expected) => {
	const keep = async (columns: number, rows: number) => {
		const pixels = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255]);
		const path = join(folder, `${columns}.png`);
		await sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } })
			.resize({ width: columns * 40, height: rows * 21, fit: "fill", kernel: "nearest" })
			.toFile(path);
		const { files } = await cropOpenGraphImage(path, pullLimits, focus);
		const { channels } = await sharp(files[".jpg"]).stats();
		return channels.findIndex(({ mean }) => mean > 200);
	};
	expect([await keep(3, 1), await keep(1, 3)]).toEqual(expected);
});

const drawing = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";

test.each([
	["logo.svg", "text/xml", { width: 40, height: 20 }],
	["logo.svg", "application/octet-stream", undefined],
	["logo", "image/svg+xml", undefined],
])("the drawing %s of the type %s is published unchanged", async (fileName, contentType, size) => {
	const description = { fileName, contentType, size };
	const { src, picture, readPublished } = await prepare(drawing, description);
	expect(src).toMatch(/^\/media\/drawings\/[0-9a-f]{10}\.svg$/);
	expect(picture?.value).toEqual({ src, ...(size ?? { width: 300, height: 150 }) });
	expect(String(await readPublished(src))).toBe(drawing);
});

const ftyp = (brand: string) => `\0\0\0\x18ftyp${brand}`;

test.each<[string, Buffer | string, code: Code, values: object]>([
	["cut off", (await paint(300, 300).png().toBuffer()).subarray(0, 400), "pictureCutOff", {}],
	[
		"a decompression bomb",
		await paint(8000, 8000).png().toBuffer(),
		"pictureTooLarge",
		{ millions: 64, limit: 50 },
	],
	["a drawing", drawing, "pictureUnreadable", { format: "SVG" }],
	["a drawing with a declaration", "\n<?xml?>", "pictureUnreadable", { format: "SVG" }],
	["of an iPhone", ftyp("heic"), "pictureUnreadable", { format: "HEIC" }],
	["a film", ftyp("isom"), "pictureUnreadable", { format: "MP4" }],
	["of Photoshop", "8BPS\0", "pictureUnreadable", { format: "Photoshop" }],
	["a PDF", "%PDF-1.7", "pictureUnreadable", { format: "PDF" }],
	["a bitmap", "BM6\0", "pictureUnreadable", { format: "BMP" }],
	["a text", "Notes", "pictureUnknown", {}],
	["empty", "", "pictureUnknown", {}],
])("a picture that is %s is left out with its cause", async (_, content, code, values) => {
	const { picture } = await prepare(content);
	expect(picture).toEqual({ problem: { code, values } });
	expect(cache.missCount).toBe(0);
});

test.each([
	["Анкета клиента.doc", "application/msword", "Анкета клиента.doc"],
	["Dr. Smith", "application/pdf", "Dr. Smith.pdf"],
	["Report 12.2025", "application/pdf", "Report 12.2025.pdf"],
	["Book.fb2", "text/xml", "Book.fb2"],
])("the linked file %s of the type %s is called %s", async (fileName, contentType, expected) => {
	const { file, readPublished } = await prepare("content", { fileName, contentType });
	const path = decodeURIComponent(file?.value ?? "");
	expect(path.replace(/[0-9a-f]{10}/, "hash")).toBe(`/media/files/hash/${expected}`);
	expect(String(await readPublished(path))).toBe("content");
});

test.each([
	["with", { IFD0: { DateTime: "2026:05:01 12:00:00" } }, { code: "filePersonal", values: {} }],
	["without", {}, undefined],
])("a linked photograph %s data of a camera is offered", async (_, exif, problem) => {
	const photograph = paint(20, 20).jpeg();
	const content = await (problem ? photograph.withExif(exif) : photograph).toBuffer();
	const { file } = await prepare(content, { fileName: "a.jpg", contentType: "image/jpeg" });
	expect(file).toEqual({ value: expect.stringMatching(/\/a\.jpg$/), problem });
});

test.each([
	["a.HTML.", "application/pdf", "text/html"],
	["a.xhtml", "application/octet-stream", "application/xhtml+xml"],
	["a.svg", "image/png", "image/svg+xml"],
	["a.mjs", "text/plain", "text/javascript"],
	["a", "text/html", "text/html"],
])("the linked file %s of the type %s is refused", async (fileName, contentType, type) => {
	const { file } = await prepare(drawing, { fileName, contentType });
	expect(file).toEqual({ problem: { code: "fileExecutable", values: { type } } });
});

test("a picture is encoded anew when its content or the settings change", async () => {
	const encode = async (width: number) => {
		const { src } = await prepare(await paint(width, 20).png().toBuffer());
		return src;
	};
	const src = await encode(20);
	expect(await encode(20)).toBe(src);
	const { quality } = encoderSettings.jpeg;
	onTestFinished(() => void Object.assign(encoderSettings.jpeg, { quality }));
	encoderSettings.jpeg.quality = quality - 1;
	const addresses = new Set([src, await encode(20), await encode(21)]);
	expect([addresses.size, cache.missCount]).toEqual([3, 3]);
});

test("a file is fetched anew when its asset has changed", async () => {
	const responses = ["old", "new"];
	const { url } = await startStandIn(() => ({ body: responses.shift() ?? "" }));
	const pull = async (updatedAt: string) => {
		const asset = { id: "a", updatedAt, fileName: "a", contentType: "" };
		const fetched = await fetchFiles(new Map([[url, asset]]), cache, pullLimits);
		return readFile((fetched.get(url) as Original).path, "utf8");
	};
	expect([await pull("1"), await pull("1"), await pull("2")]).toEqual(["old", "old", "new"]);
});

test("the cache removes entries that were not used for some days", async () => {
	const obtain = (key: string) =>
		cache.obtain(key, async () => ({ facts: 1, files: { ".bin": Buffer.alloc(100) } }));
	for (const [key, days] of Object.entries({ old: 31, young: 29, used: 31, "old.12": 31 })) {
		await obtain(key);
		const when = new Date(Date.now() - days * 86_400_000);
		await utimes(join(folder, "cache", key), when, when);
	}
	await obtain("used");
	await cache.prune({ maxUnusedDays: 30 });
	expect((await readdir(join(folder, "cache"))).sort()).toEqual(["used", "young"]);
});
