import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAllRedirects } from "@netlify/redirect-parser";
import { expect, test } from "vitest";
import { rulesFile, writeNetlifyRules } from "../../scripts/render/hostRules.ts";
import { makeFolder } from "../folders.ts";
import { startSite } from "./liveSite.ts";
import { pullChanged, startServices } from "./services.ts";
import { createCompleteContent, plain } from "./testContent.ts";

async function pullLines(...lines: string[]) {
	const { en, rows } = await pullChanged((content) =>
		content.set("appShell", "redirects", plain(lines.join("\n"))),
	);
	return {
		redirects: en.appShell.redirects,
		rows: rows.filter((row) => row.includes("redirects")),
	};
}

test("each old address is redirected to a page in one hop, with the query of the request", async () => {
	const { redirects, rows } = await pullLines(
		"/old-page /packages",
		"   /old.html\t/About/  ",
		"/blog/2019/post/ /ru/approach#a",
		"/цены /ru/packages",
		"/%D1%83%D1%81%D0%BB%D1%83%D0%B3%D0%B8/ https://clinic.example/consultations.html",
		"",
		"https://clinic.example/shop /index.html",
		"/third /programmes#elsewhere",
		"/old-page /packages",
	);
	expect(rows).toEqual([]);
	expect(redirects).toEqual([
		{ from: "/old-page", to: "/packages" },
		{ from: "/old.html", to: "/about" },
		{ from: "/blog/2019/post/", to: "/ru/approach#a" },
		{ from: "/%D1%86%D0%B5%D0%BD%D1%8B", to: "/ru/packages" },
		{ from: "/%D1%83%D1%81%D0%BB%D1%83%D0%B3%D0%B8/", to: "/consultations" },
		{ from: "/shop", to: "/" },
		{ from: "/third", to: "/programmes#elsewhere" },
	]);
});

test.each([
	["is not a page of this site", "/self /self", "/into /good"],
	["is a page of this site", "/about /packages", "/About/ /packages", "/ru/index.html /", "/ /ru"],
	[
		"that this site uses itself",
		"/sitemap.xml /",
		"/media/a.jpg /",
		"/api/rebuild /",
		"/ru/404 /ru",
		"/apple-touch-icon.png /",
		"/Sitemap.XML /",
	],
	["is not a page of this site", "/old /nowhere", "/older /old-too", "/oldest /media/a.jpg"],
	[
		"not on this site",
		"/old https://evil.example/",
		"/old //evil.example",
		"/old /\\evil.example",
		"/old javascript:alert(1)",
		"//evil.example/ /about",
		"https://evil.example/old /about",
	],
	["with ? or #", "/old?id=1 /about", "/old#a /about"],
	["hosts read as placeholders", "/old/* /about", "/:name /about", "/%2A /about"],
	["malformed", "/%zz /about"],
	["is not an old and a new address", "/old", "/old /about 301", "/old  /about /packages"],
	["of an earlier line, which is used", "/good /packages"],
])(
	"a redirect line that %s has a row in the report, and the other lines work",
	async (problem, ...cases) => {
		const { redirects, rows } = await pullLines("/good /about", ...cases);
		expect(redirects).toEqual([{ from: "/good", to: "/about" }]);
		expect(rows.length).toBe(cases.join("\n").split("\n").length);
		expect(
			rows.filter((row) => !row.includes(problem) || !row.includes("the line is left out")),
		).toEqual([]);
	},
);

test("capitals make another address, as on Netlify, and each spelling has its own line", async () => {
	const { redirects, rows } = await pullLines("/old /about", "/Old /about", "/OLD /packages");
	expect(redirects).toEqual([
		{ from: "/old", to: "/about" },
		{ from: "/Old", to: "/about" },
		{ from: "/OLD", to: "/packages" },
	]);
	expect(rows).toEqual([]);
});

test("redirects of both languages are 301 responses of our server and rules for Netlify, and change no other address", async () => {
	const content = createCompleteContent();
	const services = await startServices(content);
	const site = await startSite(services);
	const before = await site.read("/");
	const english =
		"/both /about\n/old.php /\n/%D1%81%D1%82%D0%B0%D1%80%D0%BE%D0%B5/1 /ru/approach#a";
	content.set("appShell", "redirects", {
		"en-US": english,
		ru: "/russian /ru/packages\n/both/ /ru/programmes",
	});
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(await site.read("/")).toBe(before);

	// The English redirect is used when both languages redirect the same path.
	const expected = [
		["/both", "/about"],
		["/old.php", "/"],
		["/%D1%81%D1%82%D0%B0%D1%80%D0%BE%D0%B5/1", "/ru/approach#a"],
		["/russian", "/ru/packages"],
	] as const;
	for (const [from, to] of expected) {
		const response = await fetch(`${site.url}${from}?a=%20b`, { redirect: "manual" });
		const [page, place = ""] = to.split(/(?=#)/);
		expect([response.status, response.headers.get("location")], from).toEqual([
			301,
			`${page}?a=%20b${place}`,
		]);
	}
	for (const path of ["/OLD.php", "/_redirects"]) {
		expect((await fetch(site.url + path)).status, path).toBe(404);
	}

	const rules = await readFile(join(site.versions.folderOf(site.readLiveId()), rulesFile), "utf8");
	const folder = await makeFolder();
	await writeNetlifyRules(folder, JSON.parse(rules));
	const options = { configRedirects: [], netlifyConfigPath: "netlify.toml", minimal: true };
	const read = await parseAllRedirects({
		redirectsFiles: [join(folder, "_redirects")],
		...options,
	});
	expect(read.errors).toEqual([]);
	// `force: false`, so that pages and files of the site have precedence over redirects.
	const common = { status: 301, force: false };
	expect(read.redirects).toMatchObject([
		...expected.slice(0, 2).map(([from, to]) => ({ from, to, ...common })),
		...[expected[2][0], decodeURI(expected[2][0])].map((from) => ({
			from,
			to: "/ru/approach#a",
			...common,
		})),
		{ from: "/russian", to: "/ru/packages", ...common },
		// The last two rules serve the Russian and the English 404 page.
		{ from: "/ru/*", to: "/ru/404.html", status: 404, force: false },
		{ from: "/*", to: "/404.html", status: 404, force: false },
	]);
});
