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
import { renderSite } from "../../scripts/render/renderSite.ts";
import { startHttpServer } from "../../scripts/server/startHttpServer.ts";
import { announce } from "../contents.ts";
import { budgets, findExcess } from "../tools/budgets.ts";
import { bundleFolder } from "../tools/bundle.ts";
import { changeBoth, clientFolder, loadPages } from "./sitePages.ts";

const built: HostRules = JSON.parse(readFileSync(`${clientFolder}/../${rulesFile}`, "utf8"));
const everywhere = built.headers[0]?.headers ?? {};
const policy = everywhere["Content-Security-Policy"] ?? "";
/** URL of an owner's site, and URL to which browsers report violations of the content security policy. */
const owner = { url: "https://clinic.example", reportUrl: "https://reports.example/csp/8c1f" };

const published = Object.fromEntries(new Headers(everywhere));
const hashOf = (code: string | null) => `'sha256-${hash("sha256", code ?? "", "base64")}'`;

test("the headers stay below the limits of servers", () => {
	const parts = Object.entries(everywhere).map(([name, value]) => ({
		name,
		size: `${name}: ${value}\r\n`.length,
	}));
	expect(findExcess(budgets.headers, parts)).toBeUndefined();
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
		"Referrer-Policy": "same-origin",
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
	const scripts = hashesOf("script:not([src], [type$=json])");
	// The script for the stored language, the speculation rules, and the one that waits for late styles.
	expect(scripts).toHaveLength(3);
	expect(policy).toContain(`; script-src 'self' ${scripts.join(" ")}; `);
	expect(policy).toContain(`; style-src 'self' ${hashesOf("style").join(" ")}; `);
});

test("the script of an announcement is one that the policy allows", async () => {
	const announced = changeBoth((content) => announce(content, "2999-12-31"));
	for (const { html, scripts } of (
		await renderSite(bundleFolder, announced, { ...owner, indexable: true })
	).values()) {
		const inline = html.matchAll(/<script>(.+?)<\/script>/gs);
		expect(scripts).toEqual(expect.arrayContaining([...inline].map(([, code]) => code)));
		expect(html).toContain("dataset.until");
	}
});

test("our own server sends the published headers with all responses", async () => {
	const server = await startHttpServer({ listVersions: () => [join(clientFolder, "..")], port: 0 });
	onTestFinished(server.close);
	for (const [path, status] of [
		["/ru/about", 200],
		["/nowhere", 404],
	] as const) {
		const response = await fetch(server.url + path, { headers: { "X-Forwarded-Proto": "https" } });
		expect(response.status).toBe(status);
		expect(Object.fromEntries(response.headers)).toMatchObject(published);
	}
});

test("functions send security headers themselves", async () => {
	vi.stubEnv("SITE_URL", owner.url);
	vi.stubEnv("CSP_REPORT_URL", owner.reportUrl);
	const post = (headers: HeadersInit = {}) => new Request(owner.url, { method: "POST", headers });
	const json = await subscribe(post({ "content-type": "application/json" }), {});
	const page = await subscribe(post({ "content-type": "application/x-www-form-urlencoded" }), {});
	const webhook = await handleRebuildRequest(post(), {});
	const preview = await showPreview(new Request(`${owner.url}/preview/wrong`));
	vi.unstubAllEnvs();
	// Without an address for reports, which contain the URL, and with it the key of a preview.
	const { "Content-Security-Policy": bare, ...others } = createSecurityHeaders({ url: owner.url });
	for (const { headers } of [json, page, webhook])
		expect(Object.fromEntries(headers)).toMatchObject(Object.fromEntries(new Headers(others)));
	for (const { headers } of [json, page, webhook, preview])
		expect(headers.has("reporting-endpoints")).toBe(false);
	for (const { headers } of [json, webhook, preview])
		expect(headers.get("content-security-policy")).toBe(bare);
	const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(await page.text()) ?? [];
	expect(page.headers.get("content-security-policy")).toContain(
		`; style-src 'self' ${hashOf(style)}; `,
	);
});
