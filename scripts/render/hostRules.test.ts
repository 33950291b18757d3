import { join } from "node:path";
import { parseAllHeaders } from "@netlify/headers-parser";
import { parseAllRedirects } from "@netlify/redirect-parser";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { joinChanged } from "../../tests/joinChanged.ts";
import { createHeaderRules, headersOf, mergeRedirects, writeNetlifyRules } from "./hostRules.ts";

const files = ["files/0a1b/Анкета.docx", "0a1b.avif"];
const document = { html: "", scripts: [], style: "" };
const documents = new Map(["/", "/ru/about", "/404"].map((path) => [path, document]));
const url = "https://www.example.org";
const rules = createHeaderRules({ url, indexable: true }, documents, files);
const everywhere = rules[0]?.headers;

const documentHeaders = { "Cache-Control": "public, max-age=0, must-revalidate, no-transform" };
const pageHeaders = {
	...documentHeaders,
	"No-Vary-Search": expect.stringMatching(
		/^(?!.*(?:subscribed|paid))key-order, params=\("utm_source" [^()]*"gclid" [^()]*"yclid" [^()]*\)$/,
	),
};
const immutableHeaders = { "Cache-Control": "public, max-age=31536000, immutable" };
const pictureHeaders = { "Cross-Origin-Resource-Policy": "cross-origin" };
const mediaHeaders = { ...immutableHeaders, ...pictureHeaders };
const drawingHeaders = {
	...mediaHeaders,
	"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

test.each<[string, object]>([
	["/", pageHeaders],
	["/ru/about", pageHeaders],
	["/404", documentHeaders],
	["/about.html", {}],
	["/sw.js", {}],
	["/sitemap.xml", {}],
	["/build-info.json", {}],
	["/favicon.ico", pictureHeaders],
	["/apple-touch-icon.png", pictureHeaders],
	["/media/a.avif", mediaHeaders],
	["/assets/static/favicon.a.svg", mediaHeaders],
	["/assets/entries/a.js", immutableHeaders],
	["/media/drawings/a.svg", drawingHeaders],
	[
		"/media/files/0a1b/Анкета.docx",
		{ ...mediaHeaders, "Content-Type": expect.stringContaining("word") },
	],
])("the headers for %s are the common ones and its own", (address, own) => {
	expect(headersOf(address, rules)).toEqual({ ...everywhere, ...own });
});

test("only a site that is not indexable says so everywhere", () => {
	const [hidden] = createHeaderRules({ url, indexable: false }, documents);
	expect(hidden?.headers).toEqual({ ...everywhere, "X-Robots-Tag": "noindex" });
	expect(everywhere).not.toHaveProperty("X-Robots-Tag");
});

test("Netlify reads the same header rules", async () => {
	const folder = await makeFolder();
	await writeNetlifyRules(folder, { headers: rules, redirects: [] });
	const { headers, errors } = await parseAllHeaders({
		headersFiles: [join(folder, "_headers")],
		configHeaders: [],
		netlifyConfigPath: "netlify.toml",
		minimal: true,
	});
	expect(errors).toEqual([]);
	expect(headers).toEqual(rules.map(({ path, headers }) => ({ for: path, values: headers })));
});

/** Writes rules for Netlify, and reads the redirects as Netlify does. */
async function writeRedirects(rules: Parameters<typeof writeNetlifyRules>[1]) {
	const folder = await makeFolder();
	await writeNetlifyRules(folder, rules);
	const { errors, redirects } = await parseAllRedirects({
		redirectsFiles: [join(folder, "_redirects")],
		configRedirects: [],
		netlifyConfigPath: "netlify.toml",
		minimal: true,
	});
	expect(errors).toEqual([]);
	return redirects as { from: string; to: string; status: number; force: boolean }[];
}

test("Netlify reads redirects of addresses with punctuation at their end", async () => {
	const redirects = await writeRedirects({ headers: rules, redirects: [] });
	const endings = [".", ")", ",", "%C2%BB", "»", "%C2%A0", "%E2%80%8B", "\u200b"];
	expect(redirects.map(({ from, to }) => [from, to])).toEqual([
		...["/", "/ru/about"].flatMap((page) => endings.map((ending) => [page + ending, page])),
		// The first rule counts, so the pages of netlify.toml for unknown addresses are last.
		["/ru/*", "/ru/404.html"],
		["/*", "/404.html"],
	]);
});

test("Netlify reads the redirects of both languages", async () => {
	const { snapshots } = joinChanged((content) =>
		content.set("appShell", "redirects", {
			"en-US": "/both /about\n/ru/removed gone\n/%D1%81%D1%82%D0%B0%D1%80/1 /ru/approach#a",
			ru: "/russian /ru/packages\n/both/ /ru/programmes",
		}),
	);
	const redirects = await writeRedirects({ headers: [], redirects: mergeRedirects(snapshots) });
	// Pages and files of the site have precedence over redirects.
	expect(redirects.filter(({ force }) => force)).toEqual([]);
	const targets = redirects.map(({ from, to, status }) => [from, `${status} ${to}`]);
	expect(Object.fromEntries(targets)).toMatchObject({
		// The English redirect is used when both languages redirect the same path.
		"/both": "301 /about",
		"/ru/removed": "410 /ru/404.html",
		"/стар/1": "301 /ru/approach#a",
		"/russian": "301 /ru/packages",
	});
});
