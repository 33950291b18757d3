import { paper } from "../content/colours.ts";
import { localeCodes, locales } from "../content/locales.ts";
import { sharePicture, sourceSet } from "../content/pictures.ts";
import { pathOf, type RouteName } from "../content/routes.ts";
import type { Site } from "../content/site.ts";
import type { Snapshot } from "../content/snapshot.ts";
import { listFonts } from "./fonts.ts";
import { restoreLocale } from "./restoreLocale.ts";
import type { Head as HeadContent } from "./vike.d.ts";

type Props = {
	head: HeadContent | undefined;
	content: Snapshot;
	/** Undefined on pages that are none of the seven: they have no address of their own and are not indexed. */
	route: RouteName | undefined;
	site: Site;
};

/** The inside of a document's head. */
export function Head({ head, content, route, site }: Props) {
	const practice = content.navigation.logo?.title.value;
	const title = [head?.title, practice].filter(Boolean).join(" – ");
	const share = route && sharePicture(content, route);
	return (
		<>
			<meta charSet="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			{/* Before anything is painted, and the same in every page so that one hash covers it. */}
			<script dangerouslySetInnerHTML={{ __html: restoreLocale }} />
			<title>{title}</title>
			{listFonts(content.locale, route).map((font) => (
				<link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="" />
			))}
			<meta name="color-scheme" content="light dark" />
			<meta name="theme-color" media="(prefers-color-scheme: light)" content={paper.light} />
			<meta name="theme-color" media="(prefers-color-scheme: dark)" content={paper.dark} />
			{/* With its size, since browsers that know both would take the first that says none. */}
			<link rel="icon" href="/favicon.ico" sizes="32x32" />
			<link rel="icon" type="image/svg+xml" href="/favicon.svg" />
			<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
			<link rel="manifest" href="/site.webmanifest" />
			{head?.first?.picture?.widths && (
				<link
					rel="preload"
					as="image"
					type="image/avif"
					imageSrcSet={sourceSet(head.first.picture, "avif")}
					imageSizes={head.first.sizes}
					fetchPriority="high"
				/>
			)}
			{head?.description && <meta name="description" content={head.description} />}
			{route ? (
				<>
					<link rel="canonical" href={site.url + pathOf(route, content.locale)} />
					{localeCodes.map((locale) => (
						<link
							key={locale}
							rel="alternate"
							hrefLang={locales[locale].hreflang}
							href={site.url + pathOf(route, locale)}
						/>
					))}
				</>
			) : null}
			{share?.share && (
				<>
					<meta property="og:image" content={site.url + share.share} />
					<meta property="og:image:width" content="1200" />
					<meta property="og:image:height" content="630" />
					{share.title.value && <meta property="og:image:alt" content={share.title.value} />}
				</>
			)}
			{(!route || !site.indexable) && <meta name="robots" content="noindex" />}
		</>
	);
}
