import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import lighthouse, { type Config } from "lighthouse";
import { parseEnvironment } from "../content/environment.server.ts";
import { localeCodes } from "../content/locales.ts";
import { pathOf, routeNames } from "../content/routes.ts";
import { startDemo } from "../demo/startDemo.ts";
import { browserArguments, findBrowser } from "./browser.ts";
import { buildSite } from "./buildSite.ts";
import { runCommand } from "./command.ts";
import { loadSiteFiles } from "./server/siteFiles.ts";
import { startServer } from "./server/startServer.ts";

/** What Lighthouse is asked about. */
const questions = ["seo", "best-practices"];

/** Where Lighthouse talks to the browser. */
const browserPort = 9333;

/**
 * Asks Lighthouse what it thinks of all fourteen pages, and fails unless each has 100 points for each question. The
 * site is the demo's content, built as a real one: with keys, of services on this machine, and with an address of its
 * own, so that it is to be indexed.
 */
await runCommand("lighthouse", async ({ port }) => {
	// The bundler writes only below the project.
	const root = await mkdtemp(join(process.cwd(), ".cache/lighthouse-"));
	try {
		await build(root, `http://localhost:${port}`);
		const server = await startServer({ files: await loadSiteFiles(join(root, "dist/client")), port });
		await auditAll(server.url).finally(server.close);
	} finally {
		await rm(root, { recursive: true, force: true });
	}
});

async function build(root: string, url: string): Promise<void> {
	const demo = await startDemo();
	try {
		const environment = parseEnvironment({ ...demo.environment, SITE_URL: url });
		await buildSite(environment, { root, cache: join(process.cwd(), ".cache"), log: () => {} });
	} finally {
		await demo.close();
	}
}

/** Throws an error with what took points away. */
async function auditAll(siteUrl: string): Promise<void> {
	const browser = await chromium.launch({
		executablePath: await findBrowser(),
		args: [...browserArguments, `--remote-debugging-port=${browserPort}`],
	});
	const faults: string[] = [];
	try {
		for (const path of localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)))) {
			for (const { question, score, failed } of await audit(siteUrl + path)) {
				console.log([String(score).padStart(3), question, path, ...failed].join("  "));
				if (score < 100) faults.push(`${path} has ${score} points for ${question}: ${failed.join(", ")}`);
			}
		}
	} finally {
		await browser.close();
	}
	if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** Out: for each question points from 0 to 100, and what took some away. */
async function audit(url: string): Promise<{ question: string; score: number; failed: string[] }[]> {
	const config: Config = { extends: "lighthouse:default", settings: { onlyCategories: questions } };
	const result = await lighthouse(url, { port: browserPort, logLevel: "error" }, config);
	if (!result) throw new Error(`Lighthouse says nothing of ${url}.`);
	const { audits, categories, runtimeError } = result.lhr;
	if (runtimeError) throw new Error(`Lighthouse cannot read ${url}: ${runtimeError.message}`);
	return questions.map((question) => {
		const { auditRefs = [], score = 0 } = categories[question] ?? {};
		const failed = auditRefs.filter(({ id }) => audits[id]?.score === 0).map(({ id }) => id);
		return { question, score: Math.round((score ?? 0) * 100), failed };
	});
}
