import { join } from "node:path";
import { parseAllHeaders } from "@netlify/headers-parser";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { createHeaderRules, headersOf, writeNetlifyRules } from "./hostRules.ts";

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
