import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { expect, onTestFinished, test, vi } from "vitest";
import subscribe from "../../api/newsletter.ts";
import showPreview from "../../api/preview.ts";
import handleRebuildRequest from "../../api/rebuild.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import { type HostRules, rulesFile } from "../../scripts/render/hostRules.ts";
import { startHttpServer } from "../../scripts/server/startHttpServer.ts";
import { budgets, explainExcess, sumSizes } from "../tools/budgets.ts";
import { clientFolder, loadPages } from "./sitePages.ts";

const built: HostRules = JSON.parse(readFileSync(`${clientFolder}/../${rulesFile}`, "utf8"));
const everywhere = built.headers[0]?.headers ?? {};
const policy = everywhere["Content-Security-Policy"] ?? "";
/** URL of an owner's site, and URL to which browsers report violations of the content security policy. */
const owner = { url: "https://clinic.example", reportUrl: "https://reports.example/csp/8c1f" };

/** Parses a content security policy. Returns the values of each directive. */
function parsePolicy(value: string): Map<string, string[]> {
	const directives = value.split("; ").map((directive) => directive.split(" "));
	return new Map(directives.map(([name = "", ...values]) => [name, values]));
}
const hashOf = (code: string | null) => `'sha256-${hash("sha256", code ?? "", "base64")}'`;

test("the headers stay below the limits of servers", () => {
	const parts = Object.entries(everywhere).map(([name, value]) => ({
		name,
		size: `${name}: ${value}\r\n`.length,
	}));
	expect(sumSizes(parts), explainExcess(budgets.headers, parts)).toBeLessThanOrEqual(
		budgets.headers.limit,
	);
});

test("the policy denies everything by default and allows this site only", () => {
	const { "Content-Security-Policy": own = "", ...others } = createSecurityHeaders(owner, {
		styles: ["a{}"],
	});
	expect(own.replaceAll(/ 'sha256-[\w+/]{43}='/g, "").split("; ")).toEqual([
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
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
	expect(others).toEqual({
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":
			"camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), usb=()",
		"Referrer-Policy": "strict-origin-when-cross-origin",
		"Reporting-Endpoints": `csp="${owner.reportUrl}"`,
		"Strict-Transport-Security": "max-age=63072000",
		"X-Content-Type-Options": "nosniff",
	});
	const findings = new CspEvaluator(new CspParser(own).csp).evaluate();
	// 'self' in script-src is safe, because this site hosts no JSONP endpoints, no Angular and no visitors' uploads.
	expect(findings.map(({ directive, value }) => [directive, value])).toEqual([
		["script-src", "'self'"],
	]);
});

test("a site without https has no headers that demand it", () => {
	const plain = createSecurityHeaders({ url: "http://localhost:4173" });
	expect(plain).not.toHaveProperty("Strict-Transport-Security");
	expect(JSON.stringify(plain)).not.toMatch(/upgrade|report/i);
});

test("the policy contains exactly the hashes of the pages' inline code", () => {
	const hashesOf = (selector: string) => {
		const elements = loadPages().map(({ document }) => [...document.querySelectorAll(selector)]);
		expect(elements.map(({ length }) => length)).not.toContain(0);
		return [...new Set(elements.flat().map(({ textContent }) => hashOf(textContent)))].sort();
	};
	const directives = parsePolicy(policy);
	const scripts = hashesOf("script:not([src], [type$=json])");
	// The script for the stored language, and the speculation rules.
	expect(scripts).toHaveLength(2);
	expect(directives.get("script-src")).toEqual(["'self'", ...scripts]);
	expect(directives.get("style-src")).toEqual(["'self'", ...hashesOf("style")]);
});

test("our own server sends the published headers with all responses", async () => {
	const server = await startHttpServer({ listVersions: () => [join(clientFolder, "..")], port: 0 });
	onTestFinished(server.close);
	const ask = (path: string, etag = "") =>
		fetch(server.url + path, { headers: { "X-Forwarded-Proto": "https", "If-None-Match": etag } });
	const page = await ask("/ru/about");
	const cached = await ask("/ru/about", page.headers.get("etag") ?? "");
	const missing = await ask("/nowhere");
	expect([page.status, cached.status, missing.status]).toEqual([200, 304, 404]);
	for (const { headers } of [page, cached, missing]) {
		for (const [name, value] of Object.entries(everywhere))
			expect(headers.get(name), name).toBe(value);
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
	const webhook = await handleRebuildRequest(new Request(owner.url, { method: "POST" }), {});
	const preview = await showPreview(new Request(`${owner.url}/preview/wrong`));
	vi.unstubAllEnvs();
	const { "Content-Security-Policy": bare, ...others } = createSecurityHeaders(owner);
	for (const [name, value] of Object.entries(others)) {
		for (const { headers } of [json, page, webhook]) expect(headers.get(name), name).toBe(value);
	}
	for (const { headers } of [json, webhook, preview])
		expect(headers.get("content-security-policy")).toBe(bare);
	const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(await page.text()) ?? [];
	const pagePolicy = parsePolicy(page.headers.get("content-security-policy") ?? "");
	expect(pagePolicy.get("style-src")).toEqual(["'self'", hashOf(style)]);
});
