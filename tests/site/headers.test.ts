import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import subscribe from "../../api/newsletter.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import { speculationRules } from "../../renderer/speculationRules.ts";
import { createHeaderRules, type HostRules, rulesFile } from "../../scripts/render/hostRules.ts";
import { finishDocument, parseRendered } from "../../scripts/render/siteDocument.ts";
import { startHttpServer } from "../../scripts/server/startHttpServer.ts";
import { budgets, explainExcess, sumSizes } from "../tools/budgets.ts";
import { clientFolder, loadPages } from "./sitePages.ts";

const pages = loadPages();
const built: HostRules = JSON.parse(readFileSync(`${clientFolder}/../${rulesFile}`, "utf8"));
/** URL of an owner's site, and URL to which browsers report violations of the content security policy. */
const owner = { url: "https://clinic.example", reportUrl: "https://reports.example/csp/8c1f" };
const documents = pages.map(({ html }) => finishDocument(parseRendered(html)));
const rules = createHeaderRules({ ...owner, indexable: true }, documents);
const everywhere = rules[0]?.headers ?? {};
const policy = everywhere["Content-Security-Policy"] ?? "";

/** Parses a content security policy. Returns the values of each directive. */
function parsePolicy(value: string): Map<string, string[]> {
	return new Map(
		value
			.split("; ")
			.map((directive) => [directive.split(" ")[0] ?? "", directive.split(" ").slice(1)]),
	);
}
/** Inline script in the head, which is the same on all pages. */
const headScript = pages[0]?.document.querySelector("head > script")?.textContent ?? "";
const hashOf = (code: string) => `'sha256-${hash("sha256", code, "base64")}'`;

describe("the published header rules", () => {
	test("are those of the built pages", () => {
		const url = pages[0]?.document.querySelector("link[rel=canonical]")?.getAttribute("href") ?? "";
		const site = {
			url: new URL(url).origin,
			indexable: true,
			reportUrl: process.env.CSP_REPORT_URL,
		};
		const own = createHeaderRules(site, documents);
		const name = "Content-Security-Policy";
		expect(built.headers[0]?.headers[name]).toBe(own[0]?.headers[name]);
	});

	test("stay below the header limits of servers", () => {
		const parts = Object.entries(everywhere).map(([name, value]) => ({
			name,
			size: `${name}: ${value}\r\n`.length,
		}));
		expect(sumSizes(parts), explainExcess(budgets.headers, parts)).toBeLessThanOrEqual(
			budgets.headers.limit,
		);
	});
});

describe("the content security policy", () => {
	test("denies everything by default and allows this site only", () => {
		expect(policy.replaceAll(/ 'sha256-[\w+/]{43}='/g, "").split("; ")).toEqual([
			"default-src 'none'",
			"script-src 'self'",
			"style-src",
			"connect-src 'self'",
			"font-src 'self'",
			"img-src 'self'",
			"base-uri 'none'",
			"form-action 'self'",
			"frame-ancestors 'none'",
			"require-trusted-types-for 'script'",
			"trusted-types 'none'",
			"upgrade-insecure-requests",
			`report-uri ${owner.reportUrl}`,
			"report-to csp",
		]);
		expect(everywhere["Reporting-Endpoints"]).toBe(`csp="${owner.reportUrl}"`);
	});

	test("has only one finding of csp_evaluator, which does not apply", () => {
		const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
		// 'self' in script-src is safe, because this site hosts no JSONP endpoints, no Angular and no visitors' uploads.
		expect(findings.map(({ directive, value }) => [directive, value])).toEqual([
			["script-src", "'self'"],
		]);
	});

	test("contains exactly the hashes of the pages' inline code", () => {
		const codeOf = (selector: string) =>
			pages.flatMap(({ document }) =>
				[...document.querySelectorAll(selector)].map(({ textContent }) => textContent),
			);
		expect(codeOf("script:not([src], [type$=json])")).toEqual(
			pages.flatMap(() => [headScript, speculationRules]),
		);
		const styles = codeOf("style");
		expect(styles).toHaveLength(pages.length);
		const directives = parsePolicy(policy);
		expect(directives.get("script-src")).toEqual([
			"'self'",
			...[headScript, speculationRules].map(hashOf).sort(),
		]);
		expect(directives.get("style-src")?.toSorted()).toEqual(
			[...new Set(styles.map(hashOf))].sort(),
		);
	});

	test("allows no script from the content of a page", () => {
		const [page] = pages;
		const html =
			page?.html.replace(
				"<title>",
				"<script>alert(1)</script><style>*{all:unset}</style><title>",
			) ?? "";
		expect(html).toContain("alert(1)");
		const [everyPage] = createHeaderRules({ ...owner, indexable: true }, [
			finishDocument(parseRendered(html)),
		]);
		const changed = parsePolicy(everyPage?.headers["Content-Security-Policy"] ?? "");
		expect(changed.get("script-src")).not.toContain(hashOf("alert(1)"));
		expect(changed.get("style-src")).toEqual([
			hashOf(page?.document.querySelector("style")?.textContent ?? ""),
		]);
	});
});

test("the other headers are strict, with HSTS on https only", () => {
	expect(everywhere).toMatchObject({
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":
			"camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), usb=()",
		"Referrer-Policy": "strict-origin-when-cross-origin",
		"Strict-Transport-Security": "max-age=63072000",
		"X-Content-Type-Options": "nosniff",
	});
	const plain = createSecurityHeaders({ url: "http://localhost:4173" });
	expect(plain).not.toHaveProperty("Strict-Transport-Security");
	expect(JSON.stringify(plain)).not.toMatch(/upgrade|report/i);
});

test("our own server sends the published headers with all responses", async () => {
	const server = await startHttpServer({ listVersions: () => [join(clientFolder, "..")], port: 0 });
	onTestFinished(server.close);
	const ask = (path: string, etag = "") =>
		fetch(server.url + path, { headers: { "X-Forwarded-Proto": "https", "If-None-Match": etag } });
	const page = await ask("/ru/about");
	const answers = [
		page,
		await ask("/ru/about", page.headers.get("etag") ?? ""),
		await ask("/nowhere"),
	];
	expect(answers.map(({ status }) => status)).toEqual([200, 304, 404]);
	const expected = Object.entries(built.headers[0]?.headers ?? {});
	for (const { headers } of answers) {
		for (const [name, value] of expected) expect(headers.get(name), name).toBe(value);
	}
});

test("functions send security headers themselves", async () => {
	vi.stubEnv("SITE_URL", owner.url);
	vi.stubEnv("CSP_REPORT_URL", owner.reportUrl);
	const ask = (type: string, body: string) =>
		subscribe(
			new Request(owner.url, { method: "POST", headers: { "content-type": type }, body }),
			{},
		);
	const json = await ask("application/json", "{}");
	const page = await ask("application/x-www-form-urlencoded", "");
	vi.unstubAllEnvs();
	const { "Content-Security-Policy": bare, ...others } = createSecurityHeaders(owner);
	for (const [name, value] of Object.entries(others)) {
		expect([json.headers.get(name), page.headers.get(name)], name).toEqual([value, value]);
	}
	expect(json.headers.get("content-security-policy")).toBe(bare);
	const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(await page.text()) ?? [];
	const { "style-src": styles } = Object.fromEntries(
		parsePolicy(page.headers.get("content-security-policy") ?? ""),
	);
	expect(styles).toEqual([hashOf(style)]);
});
