import { join } from "node:path";
import { parseAllHeaders } from "@netlify/headers-parser";
import { parseAllRedirects } from "@netlify/redirect-parser";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { formatHeaders, headerRules, headersFile, headersOf, parseHeaders } from "./hostRules.ts";

const [live, preview] = [true, false].map((indexable) =>
	headerRules({ url: "https://www.example.org", indexable }, []),
);

describe("headers", () => {
	test("keep search engines out of what is not to be indexed, whatever the file", () => {
		for (const address of ["/", "/ru/about", "/404", "/sitemap.xml", "/media/a-400.avif", "/assets/entry.js"]) {
			expect(headersOf(address, preview ?? [])["X-Robots-Tag"]).toBe("noindex");
			expect(headersOf(address, live ?? [])["X-Robots-Tag"]).toBeUndefined();
		}
	});

	test("keep hashed files for good, and no others", () => {
		const kept = [
			"/media/a.avif",
			"/media/drawings/a.svg",
			"/assets/static/a.woff2",
			"/",
			"/about",
			"/favicon.ico",
		].filter((address) => headersOf(address, live ?? [])["Cache-Control"]);
		expect(kept).toEqual(["/media/a.avif", "/media/drawings/a.svg", "/assets/static/a.woff2"]);
	});

	test("let campaigns change nothing in the address of a page, and in no other", () => {
		const told = ["/", "/ru/about", "/about.html", "/media/a.avif", "/api/rebuild"].map(
			(address) => headersOf(address, live ?? [])["No-Vary-Search"],
		);
		expect(told).toEqual([told[0], told[0], undefined, undefined, undefined]);
		expect(told[0]).toMatch(/^key-order, params=\("utm_source" [^()]*"gclid" [^()]*"yclid" [^()]*\)$/);
		expect(told[0]).not.toContain("subscribed");
	});

	test("leave drawings nothing to act with when they are opened by themselves, and all other headers", () => {
		const [all, drawing] = ["/favicon.svg", "/media/drawings/a.svg"].map((address) => headersOf(address, live ?? []));
		expect(drawing).toEqual({
			...all,
			"Cache-Control": "public, max-age=31536000, immutable",
			"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
		});
	});

	test("are read by the local server and by Netlify as they were written", async () => {
		expect(parseHeaders(formatHeaders(preview ?? []))).toEqual(preview);
		const folder = await makeFolder({ files: { [headersFile]: formatHeaders(preview ?? []) } });
		const { headers, errors } = await parseAllHeaders({
			headersFiles: [join(folder, headersFile)],
			configHeaders: [],
			netlifyConfigPath: "netlify.toml",
			minimal: true,
		});
		expect(errors).toEqual([]);
		expect(headers).toEqual(preview?.map(({ path, headers }) => ({ for: path, values: headers })));
	});
});

test("addresses that no page has get the page for their language, on Netlify, too", async () => {
	const { redirects, errors } = await parseAllRedirects({
		redirectsFiles: [],
		configRedirects: [],
		netlifyConfigPath: "netlify.toml",
		minimal: true,
	});
	expect(errors).toEqual([]);
	expect(redirects).toMatchObject([
		{ from: "/ru/*", to: "/ru/404.html", status: 404, force: false },
		{ from: "/*", to: "/404.html", status: 404, force: false },
	]);
});
