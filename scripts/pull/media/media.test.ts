import { hash, randomFillSync } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import sharp, { type Sharp } from "sharp";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { placeholderColours } from "../../../site/placeholderColours.ts";
import { makeFolder } from "../../../tests/folders.ts";
import { faultsOf } from "../../shared/faults.ts";
import { pullLimits } from "../limits.ts";
import { recipe, widthsFor } from "./encodePicture.ts";
import { fetchFiles, type Original } from "./fetchFiles.ts";
import { MediaCache } from "./MediaCache.ts";
import { prepareMedia } from "./prepareMedia.ts";

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

/** A TIFF file of two pages, four by two pixels each. */
const twoPages = sharp(await plainPicture(4, 4).raw().toBuffer(), {
	raw: { width: 4, height: 4, channels: 3, pageHeight: 2 },
}).tiff();

/** Content of a file, or the colour that fills it. */
type Content = Buffer | string | Sharp;

/**
 * Prepares pictures, and files that text links to, both by name, and publishes them in a folder. Out: all of it, and what became of the
 * first picture and the first file.
 */
async function prepare(
	contents: Record<string, Content>,
	{ files = {} as Record<string, Content>, signal = new AbortController().signal } = {},
) {
	const originals = new Map<string, Original>();
	const addressOf = (name: string) => `https://files.example/${name}`;
	for (const [name, content] of Object.entries({ ...contents, ...files })) {
		const isDrawn = typeof content === "object" && "toBuffer" in content;
		const bytes = isDrawn ? await content.toBuffer() : Buffer.from(content);
		const sha256 = hash("sha256", bytes);
		const path = join(folder, sha256);
		await writeFile(path, bytes);
		originals.set(addressOf(name), { path, hash: sha256 });
	}
	const wanted = { pictures: Object.keys(contents).map(addressOf), files: Object.keys(files).map(addressOf) };
	const describeFault = (_: string, problem: string) => problem;
	const options = { cache, limits: pullLimits, signal, describeFault, log: () => {} };
	const media = await prepareMedia({ originals, missing: new Map() }, wanted, options);
	const published = join(folder, "media");
	await rm(published, { recursive: true, force: true });
	const sources = [...media.pictures.values()].map(({ made }) => made?.src ?? "");
	await media.publish([...sources, ...[...media.files.values()].map(({ made }) => made ?? "")], published);
	const { made: picture, finding } = media.pictures.get(wanted.pictures[0] ?? "") ?? {};
	return { media, options, published, picture, finding, link: media.files.get(wanted.files[0] ?? "")?.made };
}

/** Reads the format and size of a published file. */
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

	test("as high as many screens has at most 4800 pixels in height", async () => {
		const { picture } = await prepare({ a: plainPicture(20, 6000).png() });
		expect(picture).toMatchObject({ width: 16, height: 4800 });
	});

	test("of several pages in one TIFF file is not animated", async () => {
		const { picture, finding } = await prepare({ a: twoPages });
		expect(picture).toMatchObject({ width: 4, height: 2 });
		expect(finding).toBeUndefined();
	});

	test("full of detail that only large screens show keeps the first quality", async () => {
		const { picture, published } = await prepare({ a: noise(700, 600).blur(0.8).png() });
		const avif = await inspect(published, picture?.src.replace(".jpg", ".avif"));
		expect(avif.size).toBeGreaterThan(30_000);
	});

	test("full of detail is encoded coarser, so that phones get it fast", async () => {
		// 50,000 bytes at the first quality, 34,000 at the second.
		const { picture, published } = await prepare({ a: noise(672, 600).blur(0.8).png() });
		const avif = await inspect(published, picture?.src.replace(".jpg", ".avif"));
		expect(avif.size).toBeLessThanOrEqual(30_000);
	});
});

describe("what cannot be shown is told and left out", () => {
	const bomb = () => sharp({ create: { width: 8000, height: 8000, channels: 3, background: "#fff" } }).png();
	const jpeg = () => noise(300, 300).jpeg().toBuffer();
	test.each<[string, () => Content | Promise<Content>, string]>([
		["a picture that ends too early", async () => (await jpeg()).subarray(0, 9000), "the file cannot be decoded"],
		["a bomb", bomb, "the picture has 8000 × 8000 pixels, more than 50 million"],
		["a huge drawing", () => `<svg>${" ".repeat(2 ** 20)}`, "the drawing (SVG) has more than 1048576 bytes"],
	])("%s", async (_, make, problem) => {
		const { picture, finding, published } = await prepare({ a: await make() });
		expect(picture).toBeUndefined();
		expect(finding).toEqual({ severity: "warning", problem });
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
			["a", "b", "c"].map((name) => `the file https://files.example/${name} cannot be prepared: `),
		);
	});
});

test.each<[string, Content, string]>([
	["a", "%PDF-1.7", "pdf"],
	["a.doc", Buffer.from("PK\u0003\u0004 [Content_Types].xml word/document.xml", "latin1"), "docx"],
	["a.xls", Buffer.from("PK\u0003\u0004 [Content_Types].xml xl/workbook.xml", "latin1"), "xlsx"],
	["a.ppt", Buffer.from("PK\u0003\u0004 [Content_Types].xml ppt/slides.xml", "latin1"), "pptx"],
	["a.jar", Buffer.from("PK\u0003\u0004 META-INF/", "latin1"), "zip"],
	["a.m4v", Buffer.from("\0\0\0\u0018ftypmp42\0\0\0\0", "latin1"), "mp4"],
	["a.mov", Buffer.from("\0\0\0\u0018ftypisom\0\0\0\0", "latin1"), "mp4"],
	["a.sound", "ID3\u0004", "mp3"],
	["a.html", "<!doctype html><script>alert(1)</script>", "bin"],
])("the file %s that text links to is published by what is in it", async (name, content, extension) => {
	const { link, published } = await prepare({}, { files: { [name]: content } });
	expect(link).toMatch(new RegExp(`^/media/[0-9a-f]{16}\\.${extension}$`));
	const [file = ""] = await readdir(published);
	expect(await readFile(join(published, file))).toEqual(Buffer.from(content as string));
});

test.each(["a.pdf", "a.PDF"])("the file %s that is no PDF file is not published", async (name) => {
	const { link, published } = await prepare({}, { files: { [name]: "<!doctype html>" } });
	expect(link).toBeUndefined();
	expect(await readdir(published)).toEqual([]);
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

	test.each<[string, Record<string, number>, Parameters<MediaCache["prune"]>[0], string[]]>([
		["what was not used for 30 days", { a: 31, b: 29, used: 31 }, {}, ["b", "used"]],
		["the longest unused first, when there is too much", { used: 20, b: 19, c: 18 }, { bytes: 200 }, ["c", "used"]],
		["what another has left, after a day", { "a.12": 2, "b.34": 0, used: 0 }, { bytes: 0 }, ["b.34", "used"]],
	])("forgets %s, and nothing that is used", async (_, days, options, left) => {
		for (const [key, age] of Object.entries(days)) {
			await cache.obtain(key, entry(1));
			const when = new Date(Date.now() - age * 86_400_000);
			for (const path of [key, `${key}/entry.json`]) await utimes(join(folder, "cache", path), when, when);
		}
		again();
		await cache.obtain("used", entry(1));
		expect(cache.made).toBe(0);
		await cache.prune(options);
		expect(await entries()).toEqual(left);
	});
});

test("an entry that a pull used again stays for 30 days from then", async () => {
	const makeEntry = async () => ({ facts: 1, files: { ".bin": Buffer.alloc(100) } });
	await cache.obtain("seldom", makeEntry);
	const made = new Date(Date.now() - 40 * 86_400_000);
	await utimes(join(folder, "cache/seldom/entry.json"), made, made);
	await new MediaCache(join(folder, "cache")).obtain("seldom", makeEntry);
	const next = new MediaCache(join(folder, "cache"));
	await next.prune();
	expect(await readdir(join(folder, "cache"))).toEqual(["seldom"]);
});

test("an entry of the cache whose description is broken does not stop the pruning of others", async () => {
	const makeEntry = async () => ({ facts: 1, files: { ".bin": Buffer.alloc(100) } });
	await cache.obtain("broken", makeEntry);
	await writeFile(join(folder, "cache/broken/entry.json"), "{");
	const next = new MediaCache(join(folder, "cache"));
	await next.obtain("used", makeEntry);
	await next.prune({ bytes: 0 });
	expect(await readdir(join(folder, "cache"))).toEqual(["used"]);
});

const svg = (inside: string, attributes = 'viewBox="0 0 40 20"') =>
	`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

/** Prepares a drawing as a picture and as a file, and publishes it. */
const prepareDrawing = (drawing: string) => prepare({ "a.svg": drawing }, { files: { "a.svg": drawing } });

test("a drawing with script and HTML is published as it is, in the folder whose headers keep it from acting", async () => {
	const html = '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>';
	const drawing = svg(`<script>alert(1)</script>${html}`);
	const { picture, link, published } = await prepareDrawing(drawing);
	expect(link).toBe(picture?.src);
	const [folder, file = ""] = await readdir(published, { recursive: true });
	expect([folder, `/media/${file}`]).toEqual(["drawings", picture?.src]);
	expect(file).toMatch(/^drawings\/[0-9a-f]{16}\.svg$/);
	expect(await readFile(join(published, file), "utf8")).toBe(drawing);
});

const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd">';
const [ours, w40] = ['<!ENTITY ns "http://www.w3.org/2000/svg">', '<!ENTITY w "40">'];

test.each([
	[svg("", 'viewBox="0,0,40.4,20"'), 40, 20],
	[svg("", 'width="80" viewBox="0 0 40 20"'), 80, 40],
	[svg("", 'height="80" viewBox="0 0 40 20"'), 160, 80],
	[svg("", 'width="100%" height="100%" viewBox="0 0 40 20"'), 40, 20],
	[svg("", 'width="30" height="50"'), 30, 50],
	[svg("", 'width="1in" height="2.54cm"'), 96, 96],
	[svg("", 'width="2e" height="3ex" viewBox="0 0 40 20"'), 40, 20],
	[svg("", ""), 300, 150],
	[`<?xml version="1.0"?>\n<!-- by hand -->\n${doctype}${svg("")}`, 40, 20],
	[`\uFEFF${svg("")}`, 40, 20],
	[`<!DOCTYPE svg [<!ENTITY ns_x "http://www.w3.org/1999/xlink"><!ENTITY a-b 'x'>]>${svg("")}`, 40, 20],
	[`<!DOCTYPE svg [${ours}${w40}]><s:svg xmlns:s="&ns;" width="&w;" height="20"><s:g/></s:svg>`, 40, 20],
])("%s is a drawing of %i × %i pixels", async (drawing, width, height) => {
	expect((await prepareDrawing(drawing)).picture).toMatchObject({ width, height });
});

/** Levels of groups, each of which uses the one below so many times. */
const uses = (levels: number, times: number, attribute = 'href="#') => {
	const group = (level: number) => `<g id="a${level}">${`<use ${attribute}a${level - 1}"/>`.repeat(times)}</g>`;
	return `<g id="a0"><path/></g>${Array.from({ length: levels }, (_, index) => group(index + 1)).join("")}`;
};
const laughs = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);

/** Later elements with ids of a bomb. Browsers draw the first element with an id. */
const emptyGroups = Array.from({ length: 10 }, (_, level) => `<g id="a${level}"/>`).join("");

const ill = "the file cannot be decoded";
const more = (what: string) => `the drawing (SVG) has more than ${what}`;
const repeated = more("100000 elements, repeated ones included");
const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=""`).join(" ");
const bare = 'the drawing (SVG) has no xmlns="http://www.w3.org/2000/svg"';

test.each<[string, string, string | undefined]>([
	["an unknown entity", svg("<text>&nbsp;</text>"), ill],
	["entities in entities", `<!DOCTYPE svg [<!ENTITY l0 "x">${laughs.join("")}]>${svg("<text>&l9;</text>")}`, ill],
	["elements in entities", `<!DOCTYPE svg [<!ENTITY a "<g/>">]>${svg("&a;")}`, ill],
	["an entity from elsewhere", `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg("&a;")}`, ill],
	["no namespace", '<svg><path d="M0 0"/></svg>', bare],
	["200 levels", svg(`${"<g>".repeat(199)}${"</g>".repeat(199)}`), undefined],
	["201 levels", svg(`${"<g>".repeat(200)}${"</g>".repeat(200)}`), more("200 levels of elements")],
	["10,001 elements", svg("<path/>".repeat(10_000)), more("10000 elements")],
	["many attributes", svg(`<g ${attributes(501)}/>`), more("500 attributes of one element")],
	[
		"an entity of 64 characters",
		`<!DOCTYPE svg [<!ENTITY a "${"x".repeat(64)}">]>${svg("<text>&a;</text>")}`,
		undefined,
	],
	["an entity of 65 characters", `<!DOCTYPE svg [<!ENTITY a "${"x".repeat(65)}">]>${svg("<text>&a;</text>")}`, ill],
	["20,001 references", svg(`<g style="${"url(#a)".repeat(20_001)}"/>`), more("20000 references")],
	["a bomb, and its ids again at the end", svg(uses(10, 10) + emptyGroups), repeated],
	["what it uses a hundred times", svg(uses(1, 100)), undefined],
	["a bomb", svg(uses(10, 10)), repeated],
	["a bomb in the old way", svg(uses(10, 10, 'xlink:href="#')), repeated],
	["a bomb of fillings", svg(uses(10, 10, 'fill="url( #').replaceAll('"/>', ')"/>')), repeated],
	["parts that use themselves", svg('<g id="a"><use href="#a"/><use href="#b"/></g>'), undefined],
	["parts that use each other", svg(uses(1, 1).replace("<path/>", '<use href="#a1"/>')), repeated],
])("a drawing with %s is shown, or left out with its reason", async (_, drawing, problem) => {
	expect((await prepareDrawing(drawing)).finding?.problem).toBe(problem);
});

describe("whatever a megabyte of a drawing holds, it stops the server for no more than 200 ms", () => {
	const most = 2 ** 20 - 200;
	const fill = (part: string) => part.repeat(Math.floor(most / part.length));
	test.each<[string, string]>([
		["100,000 nested groups", svg("<g>".repeat(100_000) + "</g>".repeat(100_000))],
		["one path", svg(`<path d="${fill("h1v1")}"/>`)],
		["attributes", svg(`<g ${attributes(80_000)}/>`)],
		["references", svg(`<g id="a" style="${fill("url(#a)")}"/>`)],
		["comments before it", fill("<!---->")],
		["a document type of spaces", `<!DOCTYPE svg [${fill("<!ENTITY  ")}]>${svg("")}`],
		["entities", `<!DOCTYPE svg [<!ENTITY a "${"x".repeat(64)}">]>${svg(`<g id="${fill("&a;").slice(300)}"/>`)}`],
		["billions of laughs", `<!DOCTYPE svg [<!ENTITY l0 "x">${laughs.join("")}]>${svg(fill("&l9;").slice(2000))}`],
		["less-than signs in a drawing", svg(fill("<"))],
		["uses", svg(uses(60, 160))],
	])("%s", async (_, drawing) => {
		expect(drawing.length).toBeLessThanOrEqual(2 ** 20);
		// CPU time of other programs does not count.
		const cpuTime = () => {
			const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
			return (user + system) / 1000;
		};
		let [longest, last] = [0, cpuTime()];
		let turn = setImmediate(function look() {
			const now = cpuTime();
			[longest, last] = [Math.max(longest, now - last), now];
			turn = setImmediate(look);
		});
		await prepareDrawing(drawing);
		await setTimeout(1);
		clearImmediate(turn);
		expect(longest).toBeLessThanOrEqual(200);
	});
});
