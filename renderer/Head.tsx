import type { FirstPicture } from "../components/Picture/Picture.tsx";
import { defaultLocale, type Locale, localeCodes, locales, otherLocale } from "../content/locales.ts";
import { sharePicture, shareSize, sourceSet } from "../content/pictures.ts";
import { pathOf, type RouteName } from "../content/routes.ts";
import type { Snapshot } from "../content/snapshot.ts";
import { paper } from "../site/colours.ts";
import { previewVersionName } from "../site/preview.ts";
import type { Site } from "../site/site.ts";
import { speculationRules } from "../site/speculationRules.ts";
import favicon from "./favicon.svg";
import { listFonts } from "./fonts.ts";
import { nameOf, type Summary } from "./summaries.ts";

type Props = {
	summary: Summary;
	firstPicture: FirstPicture | undefined;
	/** The inside of the document's body, as HTML. */
	body: string;
	content: Snapshot;
	/** Undefined on pages that are none of the seven: they have no address of their own and are not indexed. */
	route: RouteName | undefined;
	site: Site;
};

/** The inside of a document's head. */
export function Head({ summary, firstPicture, body, content, route, site }: Props) {
	return (
		<>
			<meta charSet="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			{/* Before anything is painted. */}
			<script data-entry="" dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
			<script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
			<title>{summary.title}</title>
			{firstPicture?.picture.widths && (
				<link
					rel="preload"
					as="image"
					type="image/avif"
					imageSrcSet={sourceSet(firstPicture.picture)}
					imageSizes={firstPicture.sizes}
					media={firstPicture.media}
					fetchPriority="high"
				/>
			)}
			{listFonts(content.locale, route, body).map(({ href, isAccent }) => (
				<link
					key={href}
					rel="preload"
					as="font"
					type="font/woff2"
					href={href}
					crossOrigin=""
					fetchPriority={isAccent ? "low" : undefined}
				/>
			))}
			<meta name="color-scheme" content="light dark" />
			<meta name="theme-color" media="(prefers-color-scheme: light)" content={paper.light} />
			<meta name="theme-color" media="(prefers-color-scheme: dark)" content={paper.dark} />
			{/* With its size, since browsers that know both would take the first that says none. */}
			<link rel="icon" href="/favicon.ico" sizes="32x32" />
			<link rel="icon" type="image/svg+xml" href={favicon} />
			<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
			{/* On the home page only, because browsers fetch the manifest on every page that links to it. */}
			{route === "home" && <link rel="manifest" href="/site.webmanifest" />}
			{summary.description && <meta name="description" content={summary.description} />}
			{route && <Addresses locale={content.locale} route={route} site={site} />}
			{route && <LinkPreview summary={summary} content={content} route={route} site={site} />}
			{(!route || !site.indexable) && <meta name="robots" content="noindex" />}
			{site.preview && <meta name={previewVersionName} content={site.preview.version} />}
			{site.preview && <script type="module" src="/preview.js" />}
		</>
	);
}

/**
 * The page's addresses in all languages: https://developers.google.com/search/docs/specialty/international/localized-versions
 * By `data-locale` the inline script finds the counterpart (`counterpartSelector` in site/headScript.ts).
 */
function Addresses({ locale, route, site }: { locale: Locale; route: RouteName; site: Site }) {
	return (
		<>
			<link rel="canonical" href={site.url + pathOf(route, locale)} />
			{localeCodes.map((code) => (
				<link
					key={code}
					rel="alternate"
					hrefLang={locales[code].hreflang}
					href={site.url + pathOf(route, code)}
					data-locale={code === locale ? undefined : code}
				/>
			))}
			<link rel="alternate" hrefLang="x-default" href={site.url + pathOf(route, defaultLocale)} />
		</>
	);
}

/** Open Graph tags: https://ogp.me. Twitter cards take all but their type and the alternative text from them. */
function LinkPreview({ summary, content, route, site }: Omit<Props, "firstPicture" | "body"> & { route: RouteName }) {
	const { locale } = content;
	const practice = nameOf(content);
	const picture = sharePicture(content, route);
	const alt = picture?.title.value || summary.title;
	return (
		<>
			<meta property="og:type" content="website" />
			<meta property="og:url" content={site.url + pathOf(route, locale)} />
			<meta property="og:title" content={summary.title} />
			{summary.description && <meta property="og:description" content={summary.description} />}
			{practice && <meta property="og:site_name" content={practice} />}
			<meta property="og:locale" content={locales[locale].openGraph} />
			<meta property="og:locale:alternate" content={locales[otherLocale(locale)].openGraph} />
			<meta name="twitter:card" content={picture?.share ? "summary_large_image" : "summary"} />
			{picture?.share && (
				<>
					<meta property="og:image" content={site.url + picture.share} />
					<meta property="og:image:width" content={String(shareSize.width)} />
					<meta property="og:image:height" content={String(shareSize.height)} />
					<meta property="og:image:alt" content={alt} />
					<meta name="twitter:image:alt" content={alt} />
				</>
			)}
		</>
	);
}
