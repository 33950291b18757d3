// Imported first, because base.css defines the order of the cascade layers.
import "./base.css";
import "./tokens.css";
import "../components/fonts/roman.css";

import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { dangerouslySkipEscape, escapeInject } from "vike/server";
import type { InjectFilterEntry, PageContextServer } from "vike/types";
import { listAnnouncementScripts } from "../components/Announcement/Announcement.tsx";
import { Layout } from "../components/Layout/Layout.tsx";
import { type FirstPicture, FirstPictureContext } from "../components/Picture/Picture.tsx";
import { findPracticeName } from "../content/findSiteName.ts";
import { locales } from "../content/locales.ts";
import { findRoute, localisePath, splitLocale } from "../content/routes.ts";
import { words } from "../content/words.ts";
import { formatErrorPage } from "./errorPage.ts";
import { Head, listInlineScripts } from "./Head.tsx";
import { formatStructuredData } from "./structuredData.ts";
import { summarise, writeTitle } from "./summaries.ts";

/** Renders the HTML document at a URL, as a hook of Vike: https://vike.dev/onRenderHtml */
export function onRenderHtml(pageContext: PageContextServer) {
	// `renderSite.ts` passes `snapshots` and `site` to Vike's `renderPage`. Their types are in `vike.d.ts`.
	const { Page, snapshots, site, is404, errorWhileRendering } = pageContext;
	// Vike skips routing for error pages, so the locale is read from the URL.
	const { locale, path } = splitLocale(
		new URL(pageContext.urlOriginal, "http://localhost").pathname,
	);
	const content = snapshots[locale];
	// On other pages than error pages, `is404` is undefined. It is false when rendering has failed.
	// Safe, because `formatErrorPage` has already escaped the message.
	if (is404 === false)
		return dangerouslySkipEscape(formatErrorPage((errorWhileRendering as Error).message));

	const route = is404 ? undefined : findRoute(path, content);
	const { notFoundTitle, previewReport } = words[locale];
	// Two pages have no route: the 404 page, and the report for editors.
	const ownTitle = is404 ? notFoundTitle : previewReport;
	const practice = findPracticeName(content)?.value;
	const summary = route ? summarise(content, route) : { title: writeTitle([ownTitle], practice) };
	const structuredData = route && !site.preview && formatStructuredData(content, route, site.url);
	const firstPictures: FirstPicture[] = [];
	const body = renderToStaticMarkup(
		<FirstPictureContext value={(first) => firstPictures.push(first)}>
			<StaticRouter basename={locales[locale].prefix || "/"} location={localisePath(path, locale)}>
				<Layout content={content} route={route} preview={site.preview !== undefined}>
					<Page content={content} site={site} route={route} />
				</Layout>
				{/* Structured data is at the end of the body, because browsers do not need it. */}
				{structuredData && (
					<script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData }} />
				)}
			</StaticRouter>
		</FirstPictureContext>,
	);
	// Rendered after the body, which collects the first pictures.
	const head = renderToStaticMarkup(
		<Head
			summary={summary}
			firstPicture={firstPictures[0]}
			content={content}
			route={route}
			site={site}
		/>,
	);
	// React and `formatStructuredData` have already escaped all texts. Scripts read the page's locale from `id`, because
	// translators change `lang`.
	const documentHtml = escapeInject`<!doctype html>
<html id="${locale}" lang="${locale}">
<head>${dangerouslySkipEscape(head)}</head>
<body>${dangerouslySkipEscape(body)}</body>
</html>
`;
	const inlineScripts = [...listInlineScripts(site), ...listAnnouncementScripts(content)];
	return { documentHtml, pageContext: { inlineScripts }, injectFilter: omitFonts };
}

/** Omits the preloads that Vike adds for fonts, because they would delay the first paint. */
function omitFonts(assets: InjectFilterEntry[]): void {
	for (const asset of assets) {
		if (asset.assetType === "font") asset.inject = false;
	}
}
