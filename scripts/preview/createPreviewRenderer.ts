import { hash } from "node:crypto";
import { markNew } from "../../content/formatFinding.ts";
import { pageEntryNames } from "../../content/model.ts";
import {
	findRoute,
	isRoute,
	localisePath,
	previewReportPath,
	splitLocale,
} from "../../content/routes.ts";
import type { Environment } from "../../environment/environment.server.ts";
import { fetchContent } from "../pull/contentful/fetchContent.ts";
import { parseContents } from "../pull/contentful/parseContent.ts";
import { joinContent, type Media } from "../pull/joinContent.ts";
import { type FetchOptions, pullLimits } from "../pull/limits.ts";
import {
	type AssetFacts,
	defaultPictureSize,
	fallbackWidth,
	isDrawing,
	listWidths,
} from "../pull/media/fileType.ts";
import type { PictureFacts } from "../pull/media/prepareMedia.ts";
import { Report, readReport } from "../pull/report.ts";
import { fetchSales, type Sales } from "../pull/stripe/fetchSales.ts";
import { createHeaderRules } from "../render/hostRules.ts";
import { openRenderer } from "../render/renderSite.ts";
import { settleAll } from "../shared/faults.ts";

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

/**
 * @param getBundle returns the folder of the bundle, which contains the renderer
 * @param getContentFolder returns the folder with the report of the last version, if there is one
 * @throws Error when the token of Contentful's preview API is missing. `cause` names the variable.
 */
export function createPreviewRenderer(
	environment: Environment,
	getBundle: () => Promise<string>,
	getContentFolder: () => string,
): RenderPreview {
	const { drafts: contentful, entryIds } = environment;
	if (!contentful.token)
		throw new Error("The preview is not set up.", { cause: `${contentful.tokenName} is missing` });
	// Reports of policy violations contain the address of the page, and with it the key, so previews send none.
	const draftSite = { ...environment.site, indexable: false, reportUrl: undefined };
	const draftEnvironment: Environment = {
		...environment,
		contentful,
		preview: true,
		site: draftSite,
	};
	let sales: Sales | undefined;
	let salesExpireAtMs = 0;

	async function obtainSales(options: FetchOptions): Promise<Sales> {
		if (!sales || performance.now() > salesExpireAtMs) {
			sales = await fetchSales(draftEnvironment, options);
			salesExpireAtMs = performance.now() + pricesMaxAgeMs;
		}
		return sales;
	}

	return async (path, base) => {
		const signal = AbortSignal.timeout(limits.deadlineMs);
		const fetchOptions = { limits, signal, log: console.log };
		const opening = getBundle().then(openRenderer);
		const [contentfulData, currentSales, render] = await settleAll([
			fetchContent(draftEnvironment, fetchOptions),
			obtainSales(fetchOptions),
			opening,
		]);
		const report = new Report(contentful);
		report.contentfulData = contentfulData;
		const { media, origins } = createPreviewMedia();
		const contents = parseContents({ contentfulData, environment: draftEnvironment, report });
		const snapshots = joinContent(draftEnvironment, contents, media, currentSales, report);
		const { locale, path: pagePath } = splitLocale(path);
		const route = findRoute(pagePath, snapshots[locale]);
		// Entries whose faults concern the page: its own, and those that every page shows.
		const names = pageEntryNames.filter((name) => route && (name === route.name || !isRoute(name)));
		const ids = names.map((name) => entryIds[name]);
		const faults = report.faults.filter(({ places }) => places.some(({ id }) => ids.includes(id)));
		const hasFault = faults.length > 0;
		const earlierReport = readReport(getContentFolder());
		const findings = markNew(hasFault ? faults : report.findings, earlierReport);
		const site = { ...draftSite, preview: { findings, pictureOrigins: [...origins] } };
		const shownPath = hasFault ? localisePath(previewReportPath, locale) : path;
		const { status, document } = await render(shownPath, snapshots, site);
		const [everyPage] = createHeaderRules(site, new Map([[path, document]]));
		const html = pointLinksTo(base, document.html);
		// By the hash, the script of the page recognises a response with other drafts. Scripts change the open page, and so
		// cannot compare it with a response.
		const body = `<body data-preview="${hash("sha256", html)}">`;
		return { status, html: html.replace("<body>", body), headers: everyPage?.headers ?? {} };
	};
}

/**
 * Creates the media of a preview. No file is fetched: browsers load the pictures from Contentful, photographs through the
 * Images API (https://www.contentful.com/developers/docs/references/images-api/).
 */
function createPreviewMedia() {
	const origins = new Set<string>();

	function describePicture(address: string, facts: AssetFacts): PictureFacts {
		const { size = defaultPictureSize } = facts;
		origins.add(new URL(address).origin);
		if (isDrawing(facts)) return { src: address, ...size };
		const format = facts.contentType === "image/png" ? "png" : "jpg";
		const srcWidth = Math.min(fallbackWidth, size.width);
		const sources = listWidths(size.width).map((width) => ({
			src: `${address}?w=${width}&fm=avif`,
			width,
		}));
		return { src: `${address}?w=${srcWidth}&fm=${format}`, srcWidth, ...size, sources };
	}

	const media: Media = {
		getPicture: (address, facts) => ({ value: describePicture(address, facts) }),
		getFile: (address) => ({ value: address }),
	};

	return { media, origins };
}

/** Makes the links to pages of the site lead to their previews. */
function pointLinksTo(base: string, html: string): string {
	return html.replace(
		/(<a\b[^<>]*? href=")\/([^"]*)/g,
		(_, start, path) => `${start}${base}${path && `/${path}`}`,
	);
}
