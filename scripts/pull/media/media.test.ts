import { randomFillSync } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { placeholderColours } from "../../../content/placeholderColours.ts";
import { makeFolder } from "../../../tests/folders.ts";
import { type Content, prepareContents } from "../../../tests/preparedMedia.ts";
import { faultsOf } from "../../shared/faults.ts";
import { recipe, widthsFor } from "./encodePicture.ts";
import { fetchFiles } from "./fetchFiles.ts";
import { MediaCache } from "./MediaCache.ts";

let folder: string;
let cache: MediaCache;

beforeEach(async () => {
	folder = await makeFolder();
	cache = new MediaCache(join(folder, "cache"));
});

/** A picture of one colour, or with a stroke of another. */
const plainPicture = (width: number, height: number, background = "#4d6a4b") =>
	sharp({ create: { width, height, channels: 3, background } });

/** Noise, which no encoder makes small. */
const noise = (width: number, height: number) =>
	sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw: { width, height, channels: 3 } });

const prepare = (contents: Record<string, Content>, more?: Parameters<typeof prepareContents>[2]) =>
	prepareContents({ folder, cache }, contents, more);

/** What a published file really is. */
async function inspect(published: string, src = "") {
	const bytes = await readFile(join(published, src.replace("/media/", "")));
	const { format, width, height, hasAlpha, exif, icc, orientation } = await sharp(bytes).metadata();
	return { format, width, height, hasAlpha, metadata: exif ?? icc ?? orientation, size: bytes.length };
}

describe("a photograph", () => {
	test.each(["jpeg", "webp", "tiff", "avif", "gif"] as const)("as %s becomes AVIF and JPEG", async (format) => {
		const { picture, published } = await prepare({ a: plainPicture(420, 280).toFormat(format) });
		expect(picture).toMatchObject({ width: 420, height: 280, widths: [320, 420] });
		const old = await inspect(published, picture?.src);
		expect(old).toMatchObject({ format: "jpeg", width: 420, height: 280, metadata: undefined });
		for (const width of [320, 420]) {
			const avif = await inspect(published, picture?.src.replace("-420.jpg", `-${width}.avif`));
			expect(avif).toMatchObject({ format: "heif", width, height: Math.round((width * 2) / 3), hasAlpha: false });
		}
		expect((await readdir(published)).length).toBe(3);
	});

	test("has at most four widths, none wider than itself or 1600 pixels", () => {
		const widths = [[3], [350], [320, 400], [320, 672, 1200], [320, 672, 1152, 1600]];
		expect([3, 350, 400, 1200, 5000].map(widthsFor)).toEqual(widths);
	});

	test("stands upright, with no trace of its camera", async () => {
		const upright = plainPicture(60, 30).jpeg();
		const turned = upright.withExif({ IFD0: { Artist: "Ann" } }).withMetadata({ orientation: 6 });
		const { picture, published } = await prepare({ a: turned });
		expect(picture).toMatchObject({ width: 30, height: 60 });
		const file = await inspect(published, picture?.src);
		expect(file).toMatchObject({ width: 30, height: 60, metadata: undefined });
	});

	test("that one can see through becomes AVIF and PNG, and has no colour behind it", async () => {
		const clear = sharp({ create: { width: 500, height: 200, channels: 4, background: "#4d6a4b80" } }).png();
		const { picture, published } = await prepare({ a: clear });
		expect(picture?.src).toMatch(/-500\.png$/);
		expect(picture).not.toHaveProperty("tone");
		expect(await inspect(published, picture?.src)).toMatchObject({ format: "png", hasAlpha: true });
		const avif = picture?.src.replace(".png", ".avif");
		expect(await inspect(published, avif)).toMatchObject({ format: "heif", hasAlpha: true });
	});

	test.each(placeholderColours)("of the colour %s has its number", async (colour) => {
		const { picture } = await prepare({ a: plainPicture(20, 20, colour).png() });
		expect(picture?.tone).toBe(placeholderColours.indexOf(colour) + 1);
	});

	test.each([
		["in grey", plainPicture(20, 20, "#888").toColourspace("b-w").png()],
		["with 16 bits", plainPicture(20, 20).toColourspace("rgb16").png()],
		["in CMYK", plainPicture(20, 20).toColourspace("cmyk").jpeg()],
		["with a channel for transparency that it does not use", plainPicture(20, 20).ensureAlpha().png()],
	])("%s has the colours of the web, as JPEG", async (_, content) => {
		const { picture, published } = await prepare({ a: content });
		expect(picture?.tone).toBeGreaterThan(0);
		const file = join(published, picture?.src.replace("/media/", "") ?? "");
		expect(await sharp(file).metadata()).toMatchObject({ format: "jpeg", space: "srgb", channels: 3, depth: "uchar" });
	});

	test("full of detail is encoded coarser, so that phones get it fast", async () => {
		// Of the first quality 50,000 bytes, of the second 34,000.
		const { picture, published } = await prepare({ a: noise(672, 600).blur(0.8).png() });
		const avif = await inspect(published, picture?.src.replace(".jpg", ".avif"));
		expect(avif.size).toBeLessThanOrEqual(30_000);
	});
});

describe("what cannot be shown is told and left out", () => {
	const bomb = () => sharp({ create: { width: 8000, height: 8000, channels: 3, background: "#fff" } }).png();
	const jpeg = () => noise(300, 300).jpeg().toBuffer();
	test.each<[string, () => Content | Promise<Content>, string]>([
		["a picture that ends too early", async () => (await jpeg()).subarray(0, 9000), "it cannot be decoded"],
		["a bomb", bomb, "it has 8000 × 8000 pixels, which is more than 50 million"],
		["a huge drawing", () => `<svg>${" ".repeat(2 ** 20)}`, "it is a drawing (SVG) of more than 1048576 bytes"],
	])("%s", async (_, make, problem) => {
		const { picture, finding, published } = await prepare({ a: await make() });
		expect(picture).toBeUndefined();
		expect(finding).toEqual({ severity: "warning", problem, instead: "it is left out" });
		expect(await readdir(published)).toEqual([]);
		expect(cache.made).toBe(0);
	});

	test("what is not ready when the deadline passes stops everything, and the rest is kept", async () => {
		const pictures = { a: plainPicture(3, 2).png(), b: plainPicture(2, 3).png() };
		await expect(prepare(pictures, { signal: AbortSignal.abort() })).rejects.toThrow(
			"2 of 2 files were not ready within 600 s. Run it again: what is ready is kept.",
		);
	});

	test("what fails for another reason stops everything: the picture may be good", async () => {
		await writeFile(join(folder, "cache"), "no folder");
		const pictures = { a: plainPicture(3, 2).png(), b: plainPicture(2, 3).png(), c: plainPicture(3, 3).png() };
		const error = await prepare(pictures).catch((reason: unknown) => reason);
		expect(faultsOf(error).map((fault) => fault.slice(0, 53))).toEqual(
			["a", "b", "c"].map((name) => `its file https://files.example/${name} cannot be prepared: `),
		);
	});
});

test.each<[string, Content, string]>([
	["a.pdf", "%PDF-1.7", "pdf"],
	["a", "%PDF-1.7", "pdf"],
	["a.doc", Buffer.from("PK\u0003\u0004 [Content_Types].xml word/document.xml", "latin1"), "docx"],
	["a.html", "<!doctype html><script>alert(1)</script>", "bin"],
])("the file %s that text links to is published by what is in it", async (name, content, extension) => {
	const { link, published } = await prepare({}, { files: { [name]: content } });
	expect(link).toMatch(new RegExp(`^/media/[0-9a-f]{16}\\.${extension}$`));
	const [file = ""] = await readdir(published);
	expect(await readFile(join(published, file))).toEqual(Buffer.from(content as string));
});

test("a crop for links has 1200 × 630 pixels, and goes without what one can see through", async () => {
	const clear = sharp({ create: { width: 700, height: 900, channels: 4, background: "#0000" } }).png();
	const { picture, media, published } = await prepare({ a: clear });
	expect(cache.made).toBe(1);
	await media.publish([picture?.share ?? ""], published);
	expect(await inspect(published, picture?.share)).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
	const { dominant } = await sharp(join(published, picture?.share?.replace("/media/", "") ?? "")).stats();
	expect(dominant.r).toBeGreaterThan(240);
});

describe("the cache", () => {
	const two = () => ({ a: plainPicture(30, 30).png(), b: plainPicture(20, 30).png() });
	const again = () => {
		cache = new MediaCache(join(folder, "cache"));
	};
	const entries = async () => (await readdir(join(folder, "cache"))).sort();

	test("spares a second pull the encoding of all that has not changed, with the same result", async () => {
		// One content under two addresses is one entry.
		const first = await prepare({ ...two(), c: plainPicture(30, 30).png() });
		expect(cache.made).toBe(2);
		const files = await readdir(first.published);
		again();
		const second = await prepare(two());
		expect(cache.made).toBe(0);
		expect(second.picture).toEqual(first.picture);
		expect(await readdir(second.published)).toEqual(files);
		await prepare({ ...two(), a: plainPicture(30, 31).png() });
		expect(cache.made).toBe(1);
	});

	test("is asked for something else when pictures are encoded otherwise", async () => {
		const { picture } = await prepare(two());
		const { quality } = recipe.fallback.jpeg;
		onTestFinished(() => void Object.assign(recipe.fallback.jpeg, { quality }));
		recipe.fallback.jpeg.quality = quality - 1;
		expect((await prepare(two())).picture?.src).not.toBe(picture?.src);
	});

	test("has a file until its asset is changed, even if the address stays", async () => {
		const answers = ["old", "new"];
		vi.stubGlobal("fetch", async () => new Response(answers.shift()));
		onTestFinished(() => void vi.unstubAllGlobals());
		const { options } = await prepare({});
		const pull = async (version: string) => {
			const { originals } = await fetchFiles(new Map([["https://files.example/a", version]]), cache, options);
			return readFile(originals.get("https://files.example/a")?.path ?? "", "utf8");
		};
		expect([await pull("1"), await pull("1"), await pull("2")]).toEqual(["old", "old", "new"]);
	});

	const entry = (facts: unknown) => async () => ({ facts, files: { ".bin": Buffer.alloc(100) } });

	test("has an entry whole or not at all, when writing is interrupted", async () => {
		const cyclic: Record<string, unknown> = {};
		cyclic.self = cyclic;
		await expect(cache.obtain("abc", entry(cyclic))).rejects.toThrow();
		expect(existsSync(join(folder, "cache/abc"))).toBe(false);
		again();
		expect(await cache.obtain("abc", entry(1))).toBe(1);
		expect(await entries()).toEqual(["abc"]);
	});

	test.each<[string, (entry: string, file: string) => Promise<void>]>([
		["of which a file is gone", (entry, file) => rm(join(entry, file))],
		["of which a file is cut off", (entry, file) => truncate(join(entry, file), 5)],
		["whose description is broken", (entry) => writeFile(join(entry, "entry.json"), "{")],
	])("makes an entry again %s", async (_, damage) => {
		const { picture } = await prepare(two());
		const name = picture?.src.replace("/media/", "") ?? "";
		await damage(join(folder, "cache", name.replace(/-.*/, "")), name);
		again();
		const { published } = await prepare(two());
		expect(cache.made).toBe(1);
		expect(await inspect(published, picture?.src)).toMatchObject({ format: "jpeg", width: 30 });
	});

	describe("forgets", () => {
		const fill = async (...keys: string[]) => {
			for (const key of keys) await cache.obtain(key, entry(1));
		};
		const age = (path: string, days: number) => {
			const when = new Date(Date.now() - days * 86_400_000);
			return utimes(join(folder, "cache", path), when, when);
		};

		test("what was not used for 30 days, and nothing that is used", async () => {
			await fill("old", "recent", "used");
			const ages = { old: 31, recent: 29, used: 31 };
			for (const [key, days] of Object.entries(ages)) await age(`${key}/entry.json`, days);
			again();
			await fill("used");
			expect(cache.made).toBe(0);
			await cache.prune();
			expect(await entries()).toEqual(["recent", "used"]);
		});

		test("the longest unused first, when there is too much", async () => {
			await fill("a", "b", "c");
			for (const [index, key] of ["b", "a", "c"].entries()) await age(`${key}/entry.json`, 20 - index);
			again();
			await fill("b");
			await cache.prune({ bytes: 200 });
			expect(await entries()).toEqual(["b", "c"]);
		});

		test("what an interrupted pull has left, after a day", async () => {
			for (const name of ["abc.123", "def.456"]) await mkdir(join(folder, "cache", name), { recursive: true });
			await age("abc.123", 2);
			await cache.prune();
			expect(await entries()).toEqual(["def.456"]);
		});
	});
});
