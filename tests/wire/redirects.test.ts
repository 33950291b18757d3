import { join } from "node:path";
import { parseAllRedirects } from "@netlify/redirect-parser";
import { expect, test } from "vitest";
import {
	createHeaderRules,
	mergeRedirects,
	writeNetlifyRules,
} from "../../scripts/render/hostRules.ts";
import { makeFolder } from "../folders.ts";
import { pullChanged } from "./services.ts";
import { plain } from "./testContent.ts";

async function pullLines(...lines: string[]) {
	const { en, rows } = await pullChanged((content) =>
		content.set("appShell", "redirects", plain(lines.join("\n"))),
	);
	return { redirects: en.appShell.redirects, rows };
}

/** Reads the redirects of a folder as Netlify does. */
async function readRedirects(folder: string) {
	const { errors, redirects } = await parseAllRedirects({
		redirectsFiles: [join(folder, "_redirects")],
		configRedirects: [],
		netlifyConfigPath: "netlify.toml",
		minimal: true,
	});
	return {
		errors,
		redirects: redirects as { from: string; to: string; status: number; force: boolean }[],
	};
}

test("old addresses of all forms lead to pages", async () => {
	const { redirects, rows } = await pullLines(
		"   /old.html\t/About/  ",
		"/blog/2019/post/ /ru/approach#a",
		"/цены /ru/packages",
		"",
		"https://clinic.example/shop /index.html",
		// Capitals make another address, as on Netlify.
		"/Old.html /packages",
		"/removed Gone",
	);
	expect(rows).toEqual([]);
	expect(redirects).toEqual([
		{ from: "/old.html", to: "/about" },
		{ from: "/blog/2019/post/", to: "/ru/approach#a" },
		{ from: "/%D1%86%D0%B5%D0%BD%D1%8B", to: "/ru/packages" },
		{ from: "/shop", to: "/" },
		{ from: "/Old.html", to: "/packages" },
		{ from: "/removed" },
	]);
});

test("an invalid redirect has a row, and the others work", async () => {
	const problems = {
		"/self /self": "leads to an address that is not a page of this site",
		"/About/ /packages": "names an old address that is a page of this site",
		"/old //evil.example": "names an address that is not on this site",
		"/old javascript:alert(1)": "names an address that is not on this site",
		"https://evil.example/old /about": "names an address that is not on this site",
		"/old?id=1 /about": "names an old address with ? or #, which redirects ignore",
		"/old/* /about": "names an old address with * or :, which hosts read as placeholders",
		"/%F6%E5%ED%FB /about": "names an old address that is malformed",
		"/old /about 301": "is not an old and a new address separated by a space",
	};
	const { redirects, rows } = await pullLines("/good /about", ...Object.keys(problems));
	expect(redirects).toEqual([{ from: "/good", to: "/about" }]);
	expect(rows.map((row) => row.split(" | ")[2])).toEqual(
		Object.entries(problems).map(([line, problem]) => `"${line}" ${problem}: the line is left out`),
	);
});

test("Netlify reads redirects of addresses with punctuation at their end", async () => {
	const folder = await makeFolder();
	const document = { html: "", scripts: [], style: "" };
	const documents = new Map(["/", "/ru/about", "/404"].map((path) => [path, document]));
	const headers = createHeaderRules({ url: "", indexable: true }, documents);
	await writeNetlifyRules(folder, { headers, redirects: [] });
	const { errors, redirects } = await readRedirects(folder);
	expect(errors).toEqual([]);
	const endings = [".", ")", ",", "%C2%BB", "»", "%C2%A0", "%E2%80%8B", "\u200b"];
	expect(redirects.map(({ from, to }) => [from, to])).toEqual([
		...["/", "/ru/about"].flatMap((page) => endings.map((ending) => [page + ending, page])),
		// The first rule counts, so the pages of netlify.toml for unknown addresses are last.
		["/ru/*", "/ru/404.html"],
		["/*", "/404.html"],
	]);
});

test("Netlify reads the redirects of both languages", async () => {
	const { snapshots } = await pullChanged((content) =>
		content.set("appShell", "redirects", {
			"en-US": "/both /about\n/ru/removed gone\n/%D1%81%D1%82%D0%B0%D1%80/1 /ru/approach#a",
			ru: "/russian /ru/packages\n/both/ /ru/programmes",
		}),
	);
	const folder = await makeFolder();
	await writeNetlifyRules(folder, { headers: [], redirects: mergeRedirects(snapshots) });
	const { errors, redirects } = await readRedirects(folder);
	expect(errors).toEqual([]);
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
