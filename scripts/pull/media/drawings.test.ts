import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../../tests/folders.ts";
import { prepareContents } from "../../../tests/preparedMedia.ts";
import { MediaCache } from "./MediaCache.ts";

const svg = (inside: string, attributes = 'viewBox="0 0 40 20"') =>
	`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

/** Prepares a drawing as a picture and as a file, and publishes it. */
async function prepare(drawing: string) {
	const folder = await makeFolder();
	const cache = new MediaCache(join(folder, "cache"));
	return prepareContents({ folder, cache }, { "a.svg": drawing }, { files: { "a.svg": drawing } });
}

describe("a drawing", () => {
	test.each([
		["a script", "<script>alert(1)</script>"],
		["HTML", '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'],
	])("with %s is published as it is, in the folder whose headers keep it from acting", async (_, inside) => {
		const { picture, link, published } = await prepare(svg(inside));
		expect(link).toBe(picture?.src);
		const [folder, file = ""] = await readdir(published, { recursive: true });
		expect([folder, `/media/${file}`]).toEqual(["drawings", picture?.src]);
		expect(file).toMatch(/^drawings\/[0-9a-f]{16}\.svg$/);
		expect(await readFile(join(published, file), "utf8")).toBe(svg(inside));
	});

	test.each([
		['viewBox="0 0 40 20"', 40, 20],
		['viewBox="0,0,40.4,20"', 40, 20],
		['width="80" viewBox="0 0 40 20"', 80, 40],
		['height="80" viewBox="0 0 40 20"', 160, 80],
		['width="100%" height="100%" viewBox="0 0 40 20"', 40, 20],
		['width="30" height="50"', 30, 50],
		['width="1in" height="2.54cm"', 96, 96],
		['width="2e" height="3ex" viewBox="0 0 40 20"', 40, 20],
		["", 300, 150],
	])("with %s is %i × %i pixels", async (attributes, width, height) => {
		expect((await prepare(svg("<g/>", attributes))).picture).toMatchObject({ width, height });
	});

	const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd">';
	test.each([
		["a declaration, comments and a document type", `<?xml version="1.0"?>\n<!-- by hand -->\n${doctype}`],
		["a byte order mark", "\uFEFF"],
		["entities of its own", `<!DOCTYPE svg [<!ENTITY ns_x "http://www.w3.org/1999/xlink"><!ENTITY a-b 'x'>]>`],
	])("may begin with %s", async (_, head) => {
		expect(await prepare(head + svg("<g/>"))).toMatchObject({ picture: { width: 40, height: 20 } });
	});

	test("may use its entities, and have a prefix", async () => {
		const head = '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY w "40">]>';
		const drawing = `${head}<s:svg xmlns:s="&ns;" width="&w;" height="20"><s:g/></s:svg>`;
		expect((await prepare(drawing)).picture).toMatchObject({ width: 40, height: 20 });
	});
});

/** Levels of groups, each of which uses the one below so many times. */
const uses = (levels: number, times: number, attribute = 'href="#') => {
	const group = (level: number) => `<g id="a${level}">${`<use ${attribute}a${level - 1}"/>`.repeat(times)}</g>`;
	return `<g id="a0"><path/></g>${Array.from({ length: levels }, (_, index) => group(index + 1)).join("")}`;
};
const laughs = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);

const ill = "it cannot be decoded";
const more = (what: string) => `it is a drawing (SVG) of more than ${what}`;
const repeated = more("100000 elements, repeated ones included");
const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=""`).join(" ");
const bare = 'it is a drawing (SVG) without xmlns="http://www.w3.org/2000/svg"';

test.each<[string, string, string | undefined]>([
	["no end", '<svg xmlns="http://www.w3.org/2000/svg"><path>', ill],
	["an unknown entity", svg("<text>&nbsp;</text>"), ill],
	["entities in entities", `<!DOCTYPE svg [<!ENTITY l0 "x">${laughs.join("")}]>${svg("<text>&l9;</text>")}`, ill],
	["elements in entities", `<!DOCTYPE svg [<!ENTITY a "<g/>">]>${svg("&a;")}`, ill],
	["an entity from elsewhere", `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg("&a;")}`, ill],
	["no namespace", '<svg><path d="M0 0"/></svg>', bare],
	["200 levels", svg(`${"<g>".repeat(199)}${"</g>".repeat(199)}`), undefined],
	["201 levels", svg(`${"<g>".repeat(200)}${"</g>".repeat(200)}`), more("200 levels of elements")],
	["10,001 elements", svg("<path/>".repeat(10_000)), more("10000 elements")],
	["many attributes", svg(`<g ${attributes(501)}/>`), more("500 attributes of one element")],
	["what it uses a hundred times", svg(uses(1, 100)), undefined],
	["a bomb", svg(uses(10, 10)), repeated],
	["a bomb in the old way", svg(uses(10, 10, 'xlink:href="#')), repeated],
	["a bomb of fillings", svg(uses(10, 10, 'fill="url( #').replaceAll('"/>', ')"/>')), repeated],
	["parts that use themselves", svg('<g id="a"><use href="#a"/><use href="#b"/></g>'), undefined],
	["parts that use each other", svg(uses(1, 1).replace("<path/>", '<use href="#a1"/>')), repeated],
])("a drawing with %s is shown, or left out with its reason", async (_, drawing, problem) => {
	expect((await prepare(drawing)).finding?.problem).toBe(problem);
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
		// What other programs do meanwhile does not count.
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
		await prepare(drawing);
		await setTimeout(1);
		clearImmediate(turn);
		expect(longest).toBeLessThanOrEqual(200);
	});
});
