import { join } from "node:path";
import { parseAllHeaders } from "@netlify/headers-parser";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { createHeaderRules, headersOf, writeNetlifyRules } from "./hostRules.ts";

const [live = [], preview = []] = [true, false].map((indexable) =>
	createHeaderRules(
		{ url: "https://www.example.org", indexable },
		[],
		["files/0a1b/Анкета.docx", "0a1b.avif"],
	),
);

const documentHeaders = { "Cache-Control": "public, max-age=0, must-revalidate, no-transform" };
const pageHeaders = {
	...documentHeaders,
	"No-Vary-Search": expect.stringMatching(
		/^(?!.*(?:subscribed|paid))key-order, params=\("utm_source" [^()]*"gclid" [^()]*"yclid" [^()]*\)$/,
	),
};
const immutableHeaders = { "Cache-Control": "public, max-age=31536000, immutable" };
const drawingHeaders = {
	...immutableHeaders,
	"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

describe("header rules", () => {
	test.each<[string, object]>([
		["/", pageHeaders],
		["/ru/about", pageHeaders],
		["/404", documentHeaders],
		["/ru/404", documentHeaders],
		...["/about.html", "/sw.js", "/favicon.svg", "/sitemap.xml", "/api/rebuild"].map(
			(path): [string, object] => [path, {}],
		),
		["/media/a.avif", immutableHeaders],
		["/assets/static/a.woff2", immutableHeaders],
		["/assets/entries/a.js", immutableHeaders],
		["/media/drawings/a.svg", drawingHeaders],
		[
			"/media/files/0a1b/Анкета.docx",
			{ ...immutableHeaders, "Content-Type": expect.stringContaining("word") },
		],
	])(
		"for %s are the common headers and its own, with X-Robots-Tag only on a site that is not indexable",
		(address, own) => {
			const everywhere = live[0]?.headers;
			expect(everywhere).not.toHaveProperty("X-Robots-Tag");
			expect(headersOf(address, live)).toEqual({ ...everywhere, ...own });
			expect(headersOf(address, preview)).toEqual({
				...everywhere,
				"X-Robots-Tag": "noindex",
				...own,
			});
		},
	);

	test("for Netlify are the same", async () => {
		const folder = await makeFolder();
		await writeNetlifyRules(folder, { headers: preview, redirects: [] });
		const { headers, errors } = await parseAllHeaders({
			headersFiles: [join(folder, "_headers")],
			configHeaders: [],
			netlifyConfigPath: "netlify.toml",
			minimal: true,
		});
		expect(errors).toEqual([]);
		expect(headers).toEqual(preview.map(({ path, headers }) => ({ for: path, values: headers })));
	});
});
