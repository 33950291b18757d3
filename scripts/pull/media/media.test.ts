import { hash, randomFillSync } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import mime from "mime";
import sharp, { type Sharp } from "sharp";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../../tests/folders.ts";
import { listFaults } from "../../shared/faults.ts";
import { pullLimits } from "../limits.ts";
import { encoderSettings } from "./encodePicture.ts";
import { fetchFiles, type Original } from "./fetchFiles.ts";
import { MediaCache } from "./MediaCache.ts";
import { listWidths } from "./pictureWidths.ts";
import { prepareMedia } from "./prepareMedia.ts";

let folder: string;
let cache: MediaCache;

beforeEach(async () => {
	folder = await makeFolder();
	cache = new MediaCache(join(folder, "cache"));
});

const plainPicture = (width: number, height: number, background = "#4d6a4b") =>
	sharp({ create: { width, height, channels: 3, background } });

/** Creates a picture of random pixels, which no encoder can compress. */
const noise = (width: number, height: number) =>
	sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw: { width, height, channels: 3 } });

type Content = Buffer | string | Sharp;

async function prepare(
	contents: Record<string, Content>,
	{
		files = {} as Record<string, Content>,
		types = {} as Record<string, string>,
		signal = new AbortController().signal,
	} = {},
) {
	const originals = new Map<string, Original>();
	const addressOf = (name: string) => `https://files.example/${name}`;
	for (const [name, content] of Object.entries({ ...contents, ...files })) {
		const isSharp = typeof content === "object" && "toBuffer" in content;
		const bytes = isSharp ? await content.toBuffer() : Buffer.from(content);
		const sha256 = hash("sha256", bytes);
		const path = join(folder, sha256);
		await writeFile(path, bytes);
		originals.set(addressOf(name), { path, hash: sha256 });
	}
	const withType = (name: string) =>
		[
			addressOf(name),
			{ fileName: name, contentType: types[name] ?? mime.getType(name) ?? undefined },
		] as const;
	const wanted = {
		pictures: new Map(Object.keys(contents).map(withType)),
		files: new Map(Object.keys(files).map(withType)),
	};
	const [pictureAddress = ""] = wanted.pictures.keys();
	const [fileAddress = ""] = wanted.files.keys();
	const describeFault = (_: string, problem: string) => problem;
	const options = { cache, limits: pullLimits, signal, describeFault, log: () => {} };
	const media = await prepareMedia({ originals, missing: new Map() }, wanted, options);
	const published = join(folder, "media");
	await rm(published, { recursive: true, force: true });
	const picturePaths = [...media.pictures.values()].map(({ value }) => value?.src ?? "");
	const filePaths = [...media.files.values()].map(({ value }) => value ?? "");
	await media.linkFiles([...picturePaths, ...filePaths], published);
	const { value: picture, finding } = media.pictures.get(pictureAddress) ?? {};
	const link = media.files.get(fileAddress)?.value;
	return { media, options, published, picture, finding, link };
}

async function inspect(published: string, src = "") {
	const bytes = await readFile(join(published, src.replace("/media/", "")));
	const { format, width, height, hasAlpha, exif, icc, orientation } = await sharp(bytes).metadata();
	return {
		format,
		width,
		height,
		hasAlpha,
		metadata: exif ?? icc ?? orientation,
		size: bytes.length,
	};
}

describe("a photograph", () => {
	test("becomes AVIF files and one JPEG file", async () => {
		const { picture, published } = await prepare({ a: plainPicture(420, 280).webp() });
		expect(picture).toMatchObject({ width: 420, height: 280, widths: [192, 320, 420] });
		const old = await inspect(published, picture?.src);
		expect(old).toMatchObject({ format: "jpeg", width: 420, height: 280, metadata: undefined });
		for (const width of [192, 320, 420]) {
			const avif = await inspect(published, picture?.src.replace("-420.jpg", `-${width}.avif`));
			expect(avif).toMatchObject({
				format: "heif",
				width,
				height: Math.round((width * 2) / 3),
				hasAlpha: false,
			});
		}
		expect((await readdir(published)).length).toBe(4);
	});

	test("has at most five widths, none wider than itself or 1600 pixels", () => {
		const widths = [
			[3],
			[192, 350],
			[192, 320, 400],
			[192, 320, 672, 1200],
			[192, 320, 672, 1152, 1600],
		];
		expect([3, 350, 400, 1200, 5000].map(listWidths)).toEqual(widths);
	});

	test("with an orientation and metadata is upright and without metadata", async () => {
		const upright = plainPicture(60, 30).jpeg();
		const turned = upright.withExif({ IFD0: { Artist: "Ann" } }).withMetadata({ orientation: 6 });
		const { picture, published } = await prepare({ a: turned });
		expect(picture).toMatchObject({ width: 30, height: 60 });
		const file = await inspect(published, picture?.src);
		expect(file).toMatchObject({ width: 30, height: 60, metadata: undefined });
	});

	test("with transparency becomes AVIF and PNG", async () => {
		const transparent = sharp({
			create: { width: 500, height: 200, channels: 4, background: "#4d6a4b80" },
		}).png();
		const { picture, published } = await prepare({ a: transparent });
		expect(picture?.src).toMatch(/-500\.png$/);
		expect(await inspect(published, picture?.src)).toMatchObject({ format: "png", hasAlpha: true });
		const avif = picture?.src.replace(".png", ".avif");
		expect(await inspect(published, avif)).toMatchObject({ format: "heif", hasAlpha: true });
	});

	test.each([
		["in CMYK", plainPicture(20, 20).toColourspace("cmyk").jpeg()],
		["with an alpha channel that is opaque everywhere", plainPicture(20, 20).ensureAlpha().png()],
	])("%s becomes a JPEG file in sRGB with 8 bits", async (_, content) => {
		const { picture, published } = await prepare({ a: content });
		const file = join(published, picture?.src.replace("/media/", "") ?? "");
		expect(await sharp(file).metadata()).toMatchObject({
			format: "jpeg",
			space: "srgb",
			channels: 3,
			depth: "uchar",
		});
	});

	test("higher than 4800 pixels is made smaller", async () => {
		const { picture } = await prepare({ a: plainPicture(20, 6000).png() });
		expect(picture).toMatchObject({ width: 16, height: 4800 });
	});

	test("full of detail is encoded in a lower quality for phones", async () => {
		const { picture, published } = await prepare({ a: noise(672, 400).blur(0.8).png() });
		const avif = await inspect(published, picture?.src.replace(/-\d+\.jpg$/, "-672.avif"));
		expect(avif.size).toBeLessThanOrEqual(20_000);
	});
});

describe("a file that cannot be shown is reported and left out", () => {
	const bomb = () =>
		sharp({ create: { width: 8000, height: 8000, channels: 3, background: "#fff" } }).png();
	const jpeg = () => noise(300, 300).jpeg().toBuffer();
	test.each<[string, () => Content | Promise<Content>, string]>([
		[
			"a truncated picture",
			async () => (await jpeg()).subarray(0, 9000),
			"the file cannot be decoded",
		],
		["a decompression bomb", bomb, "the picture has 8000 × 8000 pixels, more than 50 million"],
		[
			"a huge drawing",
			() => `<svg>${" ".repeat(2 ** 20)}`,
			"the drawing (SVG) has more than 1048576 bytes",
		],
		["a PDF file", () => "%PDF-1.7", "the file cannot be decoded"],
	])("%s", async (name, make, problem) => {
		const file = name.includes("drawing") ? "a.svg" : "a";
		const { picture, finding, published } = await prepare({ [file]: await make() });
		expect(picture).toBeUndefined();
		expect(finding).toEqual({ severity: "warning", problem });
		expect(await readdir(published)).toEqual([]);
		expect(cache.missCount).toBe(0);
	});
});

test("pictures that are not ready at the deadline stop the pull", async () => {
	const pictures = { a: plainPicture(3, 2).png(), b: plainPicture(2, 3).png() };
	await expect(prepare(pictures, { signal: AbortSignal.abort() })).rejects.toThrow(
		"2 of 2 files were not ready within 600 s. Run it again: what is ready is kept.",
	);
});

test("pictures that cannot be written to the cache stop the pull with one fault each", async () => {
	await writeFile(join(folder, "cache"), "no folder");
	const pictures = {
		a: plainPicture(3, 2).png(),
		b: plainPicture(2, 3).png(),
		c: plainPicture(3, 3).png(),
	};
	const error = await prepare(pictures).catch((reason: unknown) => reason);
	expect(listFaults(error).map((fault) => fault.slice(0, 53))).toEqual(
		["a", "b", "c"].map((name) => `the file https://files.example/${name} cannot be prepared: `),
	);
});

test.each([
	["Анкета клиента.doc", "application/msword", "Анкета клиента.doc"],
	["Page saved by Word.doc", "text/html", "Page saved by Word.doc"],
	["Dr. Smith", "application/pdf", "Dr. Smith.pdf"],
	["Book.fb2", "text/xml", "Book.fb2"],
	["unknown", "application/x-unknown", "unknown"],
])("the linked file %j of the type %s is published as %j", async (name, type, expected) => {
	const { link, published } = await prepare(
		{},
		{ files: { [name]: "content" }, types: { [name]: type } },
	);
	expect(link).toMatch(/^\/media\/files\/[0-9a-f]{10}\//);
	const path = decodeURIComponent(link ?? "").replace("/media/", "");
	expect(basename(path)).toBe(expected);
	expect(await readFile(join(published, path), "utf8")).toBe("content");
});

test.each([
	["a.HTML.", "application/pdf"],
	["a.xhtml", "application/octet-stream"],
	["a.svg", "image/svg+xml"],
	["a.svg", "image/png"],
	["a.gpx", "text/plain"],
	["a.mjs", "text/plain"],
	["a", "text/html"],
])("the linked file %s of the type %s is refused", async (name, type) => {
	const { link, media } = await prepare(
		{},
		{ files: { [name]: "<svg/>" }, types: { [name]: type } },
	);
	expect(link).toBeUndefined();
	const [prepared] = media.files.values();
	expect(prepared?.finding?.problem).toMatch(/^browsers would run a linked file of the type /);
});

test("an Open Graph image has 1200 × 630 pixels and is opaque", async () => {
	const transparent = sharp({
		create: { width: 700, height: 900, channels: 4, background: "#0000" },
	}).png();
	const { picture, media, published } = await prepare({ a: transparent });
	const missesBefore = cache.missCount;
	await media.linkFiles([picture?.openGraphSrc ?? ""], published);
	expect(await inspect(published, picture?.openGraphSrc)).toMatchObject({
		format: "jpeg",
		width: 1200,
		height: 630,
	});
	expect(cache.missCount).toBe(missesBefore + 1);
	const { dominant } = await sharp(
		join(published, picture?.openGraphSrc?.replace("/media/", "") ?? ""),
	).stats();
	expect(dominant.r).toBeGreaterThan(240);
});

test("an Open Graph image of a photograph with an orientation is upright", async () => {
	const white = await plainPicture(700, 450, "#fff").png().toBuffer();
	const whiteBelow = plainPicture(700, 900, "#000").composite([
		{ input: white, top: 450, left: 0 },
	]);
	const whiteAtLeft = whiteBelow.jpeg().withMetadata({ orientation: 6 });
	const { picture, media, published } = await prepare({ a: whiteAtLeft });
	await media.linkFiles([picture?.openGraphSrc ?? ""], published);
	const file = join(published, picture?.openGraphSrc?.replace("/media/", "") ?? "");
	const halves = await sharp(file).resize(2, 1, { fit: "fill" }).greyscale().raw().toBuffer();
	expect([...halves].map((grey) => grey > 127)).toEqual([true, false]);
});

describe("the cache", () => {
	const twoPictures = () => ({ a: plainPicture(30, 30).png(), b: plainPicture(20, 30).png() });
	const reopen = () => {
		cache = new MediaCache(join(folder, "cache"));
	};
	const itemTypes = async () => (await readdir(join(folder, "cache"))).sort();

	test("makes a second pull encode only changed pictures, with the same result", async () => {
		const first = await prepare({ ...twoPictures(), sameAsA: plainPicture(30, 30).png() });
		expect(cache.missCount).toBe(2);
		const files = await readdir(first.published);
		reopen();
		const second = await prepare(twoPictures());
		expect(cache.missCount).toBe(0);
		expect(second.picture).toEqual(first.picture);
		expect(await readdir(second.published)).toEqual(files);
		await prepare({ ...twoPictures(), a: plainPicture(30, 31).png() });
		expect(cache.missCount).toBe(1);
	});

	test("gives a picture another address after a change of the encoder settings", async () => {
		const { picture } = await prepare(twoPictures());
		const { quality } = encoderSettings.fallback.jpeg;
		onTestFinished(() => void Object.assign(encoderSettings.fallback.jpeg, { quality }));
		encoderSettings.fallback.jpeg.quality = quality - 1;
		expect((await prepare(twoPictures())).picture?.src).not.toBe(picture?.src);
	});

	test("returns a file until its asset changes, even if the address stays the same", async () => {
		const responses = ["old", "new"];
		vi.stubGlobal("fetch", async () => new Response(responses.shift()));
		onTestFinished(() => void vi.unstubAllGlobals());
		const { options } = await prepare({});
		const pull = async (version: string) => {
			const { originals } = await fetchFiles(
				new Map([["https://files.example/a", version]]),
				cache,
				options,
			);
			return readFile(originals.get("https://files.example/a")?.path ?? "", "utf8");
		};
		expect([await pull("1"), await pull("1"), await pull("2")]).toEqual(["old", "old", "new"]);
	});

	const createEntry = (facts: unknown) => async () => ({
		facts,
		files: { ".bin": Buffer.alloc(100) },
	});

	test("contains no part of an entry whose writing was interrupted", async () => {
		const cyclic: Record<string, unknown> = {};
		cyclic.self = cyclic;
		await expect(cache.obtain("abc", createEntry(cyclic))).rejects.toThrow();
		expect(existsSync(join(folder, "cache/abc"))).toBe(false);
		reopen();
		expect(await cache.obtain("abc", createEntry(1))).toBe(1);
		expect(await itemTypes()).toEqual(["abc"]);
	});

	test.each<[string, (entry: string, file: string) => Promise<void>]>([
		["with a missing file", (entry, file) => rm(join(entry, file))],
		["with a truncated file", (entry, file) => truncate(join(entry, file), 5)],
		["with a broken manifest", (entry) => writeFile(join(entry, "facts.json"), "{")],
	])("creates an entry %s again", async (_, damage) => {
		const { picture } = await prepare(twoPictures());
		const name = picture?.src.replace("/media/", "") ?? "";
		await damage(join(folder, "cache", name.replace(/-.*/, "")), name);
		reopen();
		const { published } = await prepare(twoPictures());
		expect(cache.missCount).toBe(1);
		expect(await inspect(published, picture?.src)).toMatchObject({ format: "jpeg", width: 30 });
	});

	test("removes entries that were not used for some days, and what interrupted pulls have left", async () => {
		const days = { old: 31, young: 29, used: 31, broken: 1, "stale.12": 2, "fresh.34": 0 };
		for (const [key, age] of Object.entries(days)) {
			await cache.obtain(key, createEntry(1));
			const when = new Date(Date.now() - age * 86_400_000);
			for (const path of [key, `${key}/facts.json`])
				await utimes(join(folder, "cache", path), when, when);
		}
		await rm(join(folder, "cache/broken/facts.json"));
		reopen();
		await cache.obtain("used", createEntry(1));
		expect(cache.missCount).toBe(0);
		await cache.prune(30);
		expect(await itemTypes()).toEqual(["fresh.34", "used", "young"]);
	});
});

const svg = (inside: string, attributes = 'viewBox="0 0 40 20"') =>
	`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

const prepareDrawing = (drawing: string) => prepare({ "a.svg": drawing });

test("a drawing with script and HTML is published unchanged in the sandboxed folder", async () => {
	const html = '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>';
	const drawing = svg(`<script>alert(1)</script>${html}`);
	const { picture, published } = await prepareDrawing(drawing);
	const [folder, file = ""] = await readdir(published, { recursive: true });
	expect([folder, `/media/${file}`]).toEqual(["drawings", picture?.src]);
	expect(file).toMatch(/^drawings\/[0-9a-f]{10}\.svg$/);
	expect(await readFile(join(published, file), "utf8")).toBe(drawing);
});

test.each([
	["logo.svg", "text/xml"],
	["logo.svg", "application/octet-stream"],
	["logo", "image/svg+xml"],
])("the file %s that Contentful calls %s is a drawing", async (name, type) => {
	const { picture } = await prepare({ [name]: svg("") }, { types: { [name]: type } });
	expect(picture?.src).toMatch(/^\/media\/drawings\//);
});

const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd">';
const namespaceEntity = '<!ENTITY ns "http://www.w3.org/2000/svg">';
const widthEntity = '<!ENTITY w "40">';

test.each([
	[svg("", 'viewBox="0,0,40.4,20"'), 40, 20],
	[svg("", 'width="80" viewBox="0 0 40 20"'), 80, 40],
	[svg("", 'height="80" viewBox="0 0 40 20"'), 160, 80],
	[svg("", 'width="100%" height="3em" viewBox="0 0 40 20"'), 40, 20],
	[svg("", 'width="30" height="50"'), 30, 50],
	[svg("", 'width="1in" height="2.54cm"'), 96, 96],
	[svg("", ""), 300, 150],
	[`<?xml version="1.0"?>\n<!-- by hand -->\n${doctype}${svg("")}`, 40, 20],
	[`\uFEFF${svg("")}`, 40, 20],
	[
		`<!DOCTYPE svg [<!ENTITY ns_x "http://www.w3.org/1999/xlink"><!ENTITY a-b 'x'>]>${svg("")}`,
		40,
		20,
	],
	[
		`<!DOCTYPE svg [${namespaceEntity}${widthEntity}]><s:svg xmlns:s="&ns;" width="&w;" height="20"><s:g/></s:svg>`,
		40,
		20,
	],
])("%s is a drawing of %i × %i pixels", async (drawing, width, height) => {
	expect((await prepareDrawing(drawing)).picture).toMatchObject({ width, height });
});

const disc = '<circle cx="20" cy="10" r="9" fill="#12284b"/><path fill="#fff" d="M15 9h10v2H15z"/>';

test.each([
	["dark ink", svg('<path fill="#1e2b25" d="M5 5h30v10H5z"/>'), "light"],
	["light ink", svg('<path fill="#fff" d="M5 5h30v10H5z"/>'), "dark"],
	[
		"dark and light ink",
		svg('<path d="M2 5h10v10H2z"/><path fill="#fff" d="M22 5h10v10H22z"/>'),
		"middle",
	],
	["light ink in a dark shape", svg(disc), "light"],
	["ink of middle lightness", svg('<path fill="#7a8f6b" d="M5 5h30v10H5z"/>'), undefined],
	["a dark shape that fills it", svg('<path d="M0 0h40v20H0z"/>'), undefined],
	["no ink", svg(""), undefined],
	[
		"styles for dark pages",
		svg("<style>@media (prefers-color-scheme: dark) {}</style><circle r='9'/>"),
		undefined,
	],
])("a drawing with %s gets the backdrop on which it is visible", async (_, drawing, backdrop) => {
	expect((await prepareDrawing(drawing)).picture?.backdrop).toBe(backdrop);
});

test("a transparent picture with dark ink gets a light backdrop, an opaque one none", async () => {
	const transparent = sharp(Buffer.from(svg('<path d="M5 5h30v10H5z"/>'))).png();
	expect((await prepare({ a: transparent })).picture?.backdrop).toBe("light");
	expect((await prepare({ a: plainPicture(40, 20, "#111") })).picture?.backdrop).toBeUndefined();
});

const nestedUses = (levels: number, times: number, attribute = 'href="#') => {
	const group = (level: number) =>
		`<g id="a${level}">${`<use ${attribute}a${level - 1}"/>`.repeat(times)}</g>`;
	return `<g id="a0"><path/></g>${Array.from({ length: levels }, (_, index) => group(index + 1)).join("")}`;
};
/** Entities whose values repeat the preceding entity ten times: https://en.wikipedia.org/wiki/Billion_laughs_attack */
const billionLaughs = Array.from(
	{ length: 9 },
	(_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
);

const emptyGroupsWithSameIds = Array.from({ length: 10 }, (_, level) => `<g id="a${level}"/>`).join(
	"",
);

const undecodable = "the file cannot be decoded";
const moreThan = (limit: string) => `the drawing (SVG) has more than ${limit}`;
const repeated = moreThan("100000 elements, repeated ones included");
const attributes = (count: number) =>
	Array.from({ length: count }, (_, index) => `a${index}=""`).join(" ");
const noNamespace = 'the drawing (SVG) has no xmlns="http://www.w3.org/2000/svg"';

test.each<[string, string, string | undefined]>([
	["an unknown entity", svg("<text>&nbsp;</text>"), undecodable],
	[
		"nested entities",
		`<!DOCTYPE svg [<!ENTITY l0 "x">${billionLaughs.join("")}]>${svg("<text>&l9;</text>")}`,
		undecodable,
	],
	["elements in entities", `<!DOCTYPE svg [<!ENTITY a "<g/>">]>${svg("&a;")}`, undecodable],
	[
		"an external entity",
		`<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg("&a;")}`,
		undecodable,
	],
	["no namespace", '<svg><path d="M0 0"/></svg>', noNamespace],
	[
		"201 levels",
		svg(`${"<g>".repeat(200)}${"</g>".repeat(200)}`),
		moreThan("200 levels of elements"),
	],
	["10,001 elements", svg("<path/>".repeat(10_000)), moreThan("10000 elements")],
	["many attributes", svg(`<g ${attributes(501)}/>`), moreThan("500 attributes of one element")],
	[
		"an entity of 65 characters",
		`<!DOCTYPE svg [<!ENTITY a "${"x".repeat(65)}">]>${svg("<text>&a;</text>")}`,
		undecodable,
	],
	[
		"20,001 references",
		svg(`<g style="${"url(#a)".repeat(20_001)}"/>`),
		moreThan("20000 references"),
	],
	[
		"a bomb of references, and its ids again at the end",
		svg(nestedUses(10, 10) + emptyGroupsWithSameIds),
		repeated,
	],
	["a hundred references to one element", svg(nestedUses(1, 100)), undefined],
	["a bomb of references", svg(nestedUses(10, 10)), repeated],
	["a bomb of fills", svg(nestedUses(10, 10, 'fill="url( #').replaceAll('"/>', ')"/>')), repeated],
	[
		"elements that reference themselves",
		svg('<g id="a"><use href="#a"/><use href="#b"/></g>'),
		undefined,
	],
	[
		"elements that reference each other",
		svg(nestedUses(1, 1).replace("<path/>", '<use href="#a1"/>')),
		repeated,
	],
])("a drawing with %s is shown, or left out with a reason", async (_, drawing, problem) => {
	expect((await prepareDrawing(drawing)).finding?.problem).toBe(problem);
});
