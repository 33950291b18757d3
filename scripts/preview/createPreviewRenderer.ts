import { hash } from "node:crypto";
import { pageEntryNames } from "../../content/model.ts";
import {
	findRoute,
	isRoute,
	localisePath,
	previewReportPath,
	splitLocale,
} from "../../content/routes.ts";
import type { Environment } from "../../environment/environment.server.ts";
import { previewVersionAttribute } from "../../environment/preview.ts";
import type { ReportRow } from "../../environment/site.ts";
import { assembleSnapshots } from "../pull/assembleSnapshots.ts";
import { fetchContent } from "../pull/contentful/fetchContent.ts";
import { type FetchOptions, pullLimits } from "../pull/limits.ts";
import { Report } from "../pull/report.ts";
import { fetchSales, type Sales } from "../pull/stripe/fetchSales.ts";
import { createHeaderRules } from "../render/hostRules.ts";
import { openRenderer } from "../render/renderSite.ts";
import { FaultsError, settleAll } from "../shared/faults.ts";
import { createPreviewMedia } from "./createPreviewMedia.ts";

/** Time for which prices and payment links are kept in memory, in milliseconds. */
const pricesMaxAgeMs = 60_000;

/** Limits of the requests for a page. An editor waits for them, and Netlify ends a function after 10 seconds. */
const limits = { ...pullLimits, requestTimeoutMs: 8_000, deadlineMs: 8_000, maxRetries: 1 };

export type PreviewPage = { status: number; html: string; headers: Record<string, string> };

/**
 * Renders a page from drafts. Nothing is stored.
 * @param path path of the page on the site, such as `/ru/packages`
 * @param base path of the preview of the home page, to which links to pages lead
 * @throws FaultsError when a service does not respond, or the page fails to render
 */
export type RenderPreview = (path: string, base: string) => Promise<PreviewPage>;

/** @param obtainBundle returns the folder of the bundle, which contains the renderer */
export function createPreviewRenderer(
	environment: Environment,
	obtainBundle: () => Promise<string>,
): RenderPreview {
	const drafts = selectDrafts(environment);
	const obtainSales = createSalesCache(drafts);
	let opening: ReturnType<typeof openRenderer> | undefined;

	return async (path, base) => {
		if (!opening) {
			opening = obtainBundle().then(openRenderer);
			// The next view tries again.
			opening.catch(() => {
				opening = undefined;
			});
		}
		const [contentfulData, sales, render] = await settleAll([
			fetchContent(drafts, createFetchOptions()),
			obtainSales(),
			opening,
		]);
		const report = new Report(drafts.contentful);
		const { media, addAddresses, listOrigins } = createPreviewMedia();
		const snapshots = assembleSnapshots(drafts, contentfulData, sales, media, report);
		const faultRows = listFaultRows(path, report, drafts);
		const shownPath =
			faultRows.length > 0 ? localisePath(previewReportPath, splitLocale(path).locale) : path;
		const rows = faultRows.length > 0 ? faultRows : report.rows;
		const site = { ...drafts.site, preview: { rows, pictureOrigins: listOrigins() } };
		const { status, document } = await render(shownPath, snapshots, site);
		const [everyPage] = createHeaderRules(site, [document]);
		const html = addVersion(pointLinksTo(base, addAddresses(document.html)));
		return { status, html, headers: everyPage?.headers ?? {} };
	};
}

/**
 * Returns the environment of previews.
 * @throws FaultsError when the token of Contentful's preview API is missing
 */
function selectDrafts(environment: Environment): Environment {
	const { drafts: contentful, site } = environment;
	if (!contentful.token) {
		throw new FaultsError([`${contentful.names.token} is missing: previews read drafts with it.`]);
	}
	// Reports of policy violations contain the address of the page, and with it the key, so previews send none.
	return {
		...environment,
		contentful,
		preview: true,
		site: { ...site, indexable: false, reportUrl: undefined },
	};
}

function createFetchOptions(): FetchOptions {
	return { limits, signal: AbortSignal.timeout(limits.deadlineMs), log: console.log };
}

/** Creates a function that fetches prices and payment links, and keeps them for `pricesMaxAgeMs`. */
function createSalesCache(environment: Environment) {
	let kept: { sales: Promise<Sales>; fetchedAtMs: number } | undefined;

	return async () => {
		if (!kept || performance.now() - kept.fetchedAtMs > pricesMaxAgeMs) {
			const sales = fetchSales(environment, createFetchOptions());
			kept = { sales, fetchedAtMs: performance.now() };
		}
		const current = kept;
		try {
			return await current.sales;
		} catch (error) {
			if (kept === current) kept = undefined;
			throw error;
		}
	};
}

/** Lists the faults that concern a page: those of its own entry, and of entries that every page shows. */
function listFaultRows(
	path: string,
	{ faultRows }: Report,
	{ entryIds }: Environment,
): ReportRow[] {
	const route = findRoute(splitLocale(path).path);
	if (!route) return [];
	const ids = pageEntryNames
		.filter((name) => name === route || !isRoute(name))
		.map((name) => entryIds[name]);
	return [...faultRows].filter(({ entry }) => ids.includes(entry));
}

/** Makes the links to pages of the site lead to their previews. */
function pointLinksTo(base: string, html: string): string {
	return html.replace(
		/(<a\b[^>]*? href=")\/([^"]*)/g,
		(_, start, path) => `${start}${base}${path && `/${path}`}`,
	);
}

/** Marks the page with a hash, by which its script recognises a response with other drafts. */
function addVersion(html: string): string {
	return html.replace("<body>", `<body ${previewVersionAttribute}="${hash("sha256", html)}">`);
}
