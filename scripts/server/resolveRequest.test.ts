import { expect, test } from "vitest";
import { resolveRequest } from "./resolveRequest.ts";
import { emptySiteFiles, type SiteFile, type SiteFiles } from "./siteFiles.ts";

const file = (name: string): SiteFile => ({
	contentType: "text/html; charset=utf-8",
	headers: {},
	fileHash: name,
	diskPath: name,
	size: 1,
});
const paths = ["/", "/about", "/404", "/ru", "/ru/about", "/ru/404", "/кафе", "/robots.txt"];
const files: SiteFiles = {
	byAddress: new Map(paths.map((path) => [path, file(path)])),
	redirects: new Map([
		["/team", "/about#team"],
		["/старое", "/ru/about"],
		["/robots.txt", "/about"],
	]),
};

function describeResolution(target: string, site = files): string {
	const resolution = resolveRequest(target, site);
	if (resolution.kind === "redirect") return `redirect ${resolution.location}`;
	if (resolution.kind === "file") return `file ${resolution.file.fileHash}`;
	if (resolution.kind === "missing") return `missing ${resolution.errorPage?.fileHash ?? "without a page"}`;
	return resolution.kind;
}

test.each([
	["/", "file /"],
	["/about?a=b", "file /about"],
	["/ru/about", "file /ru/about"],
	["/%D0%BA%D0%B0%D1%84%D0%B5", "file /кафе"],
	["http://localhost/about", "file /about"],
	["http://localhost", "file /"],
	["/About/?a=b&c=%20", "redirect /about?a=b&c=%20"],
	["/ru/index.html", "redirect /ru"],
	["/nowhere", "missing /404"],
	["/ru/nowhere", "missing /ru/404"],
	["/RU/nowhere/", "missing /ru/404"],
	["/russia", "missing /404"],
	["/404", "missing /404"],
	["/ru/404", "missing /ru/404"],
	["/ru/404.html", "missing /ru/404"],
	["/api", "api"],
	["/api/rebuild/a", "api"],
	["/apiary", "missing /404"],
	["/%E0%A4%A", "malformed"],
	["about", "malformed"],
	["*", "malformed"],
])("the target %s resolves to: %s", (target, expected) => {
	expect(describeResolution(target)).toBe(expected);
});

test.each([
	["/team", "redirect /about#team"],
	["/team/?a=b", "redirect /about?a=b#team"],
	["/%D1%81%D1%82%D0%B0%D1%80%D0%BE%D0%B5", "redirect /ru/about"],
	["/Team", "missing /404"],
])("the address %s of an earlier site resolves to: %s", (target, expected) => {
	expect(describeResolution(target)).toBe(expected);
});

test("a file has precedence over a redirect from the same address", () => {
	expect(describeResolution("/robots.txt")).toBe("file /robots.txt");
});

test("a missing path of a site without a Russian 404 page gets the English one", () => {
	const english: SiteFiles = { ...emptySiteFiles, byAddress: new Map([["/404", file("/404")]]) };
	expect(describeResolution("/ru/nowhere", english)).toBe("missing /404");
});

test("a missing path of a site without any 404 page gets none", () => {
	expect(describeResolution("/nowhere", emptySiteFiles)).toBe("missing without a page");
});

const repeatedSlashes = ["//", "///", "/\\", "\\", "\\\\", "/%5C", "/%2F", "/%5c%5c", "/./", "/%2e/", "/\t/", "/%09/"];
const hostilePaths = repeatedSlashes.flatMap((slashes) => [
	`${slashes}evil.example`,
	`${slashes}evil.example/about`,
	`${slashes}evil.example/about/`,
	`${slashes}evil.example/%2e%2e`,
	`/ru${slashes}evil.example/x`,
	`/ru${slashes}evil.example/`,
	`/about${slashes}evil.example`,
]);

test.each(hostilePaths)("the hostile path %j gets no file and no redirect", (path) => {
	expect(describeResolution(path)).toMatch(/^(missing \/(ru\/)?404|malformed)$/);
});

const disguisedPages = repeatedSlashes.flatMap((slashes) => [
	`${slashes}about`,
	`${slashes}ru${slashes}about`,
	`/ru${slashes}about${slashes}`,
	`${slashes}team${slashes}`,
]);

test.each(disguisedPages)(
	"the path %j of a page with repeated slashes is redirected to that page or missing",
	(path) => {
		const resolution = describeResolution(path);
		expect(resolution).toMatch(/^(redirect \/(ru\/)?about(#team)?|missing \/(ru\/)?404|malformed)$/);
	},
);
