// https://vike.dev/onRenderHtml
// The order of the cascade layers comes before all other styles.
import "./base.css";
import "./tokens.css";
import "../components/fonts/roman.css";

import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { dangerouslySkipEscape, escapeInject } from "vike/server";
import type { InjectFilterEntry, PageContextServer } from "vike/types";
import { Layout } from "../components/Layout/Layout.tsx";
import { type FirstPicture, FirstPictureContext } from "../components/Picture/Picture.tsx";
import { locales } from "../content/locales.ts";
import { localisePath, routeAt, splitLocale } from "../content/routes.ts";
import { words } from "../content/words.ts";
import { formatErrorPage } from "../site/errorPage.ts";
import { Head } from "./Head.tsx";
import { formatStructuredData } from "./structuredData.ts";
import { nameOf, summarise, writeTitle } from "./summaries.ts";

/** Renders one address to a whole document. The same content gives the same bytes. */
export function onRenderHtml(pageContext: PageContextServer) {
	const { Page, snapshots, site, is404, errorWhileRendering } = pageContext;
	// The error page is rendered without routing, so its language is told by the address alone.
	const { locale, path } = splitLocale(new URL(pageContext.urlOriginal, "http://localhost").pathname);
	const content = snapshots[locale];
	const failed = is404 === false && errorWhileRendering;
	// It escapes the message.
	if (failed) return dangerouslySkipEscape(formatErrorPage(withoutVike(errorWhileRendering)));

	const route = is404 ? undefined : routeAt(path);
	const { notFoundTitle, previewReport } = words[locale];
	const summary = route
		? summarise(content, route)
		: { title: writeTitle([is404 ? notFoundTitle : previewReport], nameOf(content)) };
	const firstPictures: FirstPicture[] = [];
	const body = renderToStaticMarkup(
		<FirstPictureContext value={(first) => firstPictures.push(first)}>
			<StaticRouter basename={locales[locale].prefix || "/"} location={localisePath(path, locale)}>
				<Layout content={content} route={route} preview={site.preview !== undefined}>
					<Page content={content} site={site} />
				</Layout>
			</StaticRouter>
		</FirstPictureContext>,
	);
	const headHtml = renderToStaticMarkup(
		<Head summary={summary} firstPicture={firstPictures[0]} body={body} content={content} route={route} site={site} />,
	);
	// React puts the picture behind fonts and scripts; it is what visitors wait for, while words are there in a local font.
	const [picturePreload = ""] = /<link rel="preload" as="image"[^>]*>/.exec(headHtml) ?? [];
	const sortedHtml = headHtml.replace(picturePreload, "").replace("<link ", `${picturePreload}<link `);
	// In the body, of which a change of language leaves nothing as it was, and behind all that visitors wait for.
	const data = route ? formatStructuredData(content, route, summary, site.url) : undefined;
	const dataHtml = data ? `<script type="application/ld+json">${data}</script>` : "";
	// React and formatStructuredData have escaped them.
	const documentHtml = escapeInject`<!doctype html>
<html lang="${locale}">
<head>${dangerouslySkipEscape(sortedHtml)}</head>
<body>${dangerouslySkipEscape(body + dataHtml)}</body>
</html>
`;
	return { documentHtml, injectFilter: omitFonts };
}

/** Vike preloads every font that the code knows; the head has the preloads of those that the page needs. */
function omitFonts(assets: InjectFilterEntry[]): void {
	for (const asset of assets) if (asset.assetType === "font") asset.inject = false;
}

/** In development Vike puts a line of its own, with the time, before the message. */
function withoutVike(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return message.replace(/^.*\[vike\].*\n/, "");
}
