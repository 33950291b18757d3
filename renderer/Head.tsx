import { pauseScript } from "../components/LateStyles/LateStyles.tsx";
import { type FirstPicture, formatSourceSet } from "../components/Picture/Picture.tsx";
import { chooseOpenGraphPicture, openGraphSize } from "../content/chooseOpenGraphPicture.ts";
import { findPracticeName } from "../content/findSiteName.ts";
import {
	defaultLocale,
	type Locale,
	localeCodes,
	locales,
	otherLocale,
} from "../content/locales.ts";
import { localisePath, type Route } from "../content/routes.ts";
import type { Snapshot } from "../content/snapshot.ts";
import type { Site } from "../environment/site.ts";
import { paperColours } from "./colours.ts";
import favicon from "./favicon.svg";
import type { Summary } from "./summaries.ts";

type Props = {
	summary: Summary;
	content: Snapshot;
	/** Undefined for error pages and the preview report, which are not indexed. */
	route: Route | undefined;
	site: Site;
	/** Picture to preload. */
	firstPicture?: FirstPicture | undefined;
};

/** Selector of links that may open a page soon: not this page, its translation or a file, and not those in the footer. */
const likelyLinks = 'a[href^="/"]:not([aria-current], [data-locale], [href^="/media/"], footer *)';

/** Selector of the links in the text and in the open menu, on a page that the visitor has begun to use. */
const linksInUse = `[data-prefetch] :is(main, :popover-open) ${likelyLinks}`;

/**
 * Rules by which browsers fetch a page when a visitor is likely to open it. Inline, because a request for a rules
 * file would compete with the fonts: https://developer.mozilla.org/en-US/docs/Web/API/Speculation_Rules_API
 */
const speculationRules = JSON.stringify({
	prefetch: [
		{ where: { selector_matches: likelyLinks }, eagerness: "moderate" },
		{ where: { selector_matches: linksInUse }, eagerness: "immediate" },
	],
});

/** Lists the inline scripts of all pages. A preview fetches drafts for each page, so its links are not prefetched. */
export function listInlineScripts(site: Site): string[] {
	const scripts = [HEAD_SCRIPT, pauseScript];
	return site.preview ? scripts : [...scripts, speculationRules];
}

export function Head({ summary, firstPicture, content, route, site }: Props) {
	const other = otherLocale(content.locale);
	const publicTags = route ? (
		<PublicTags summary={summary} content={content} route={route} site={site} />
	) : (
		<link rel="alternate" href={localisePath("/404", other)} data-locale={other} />
	);
	const isHidden = !route || !site.indexable || route.entry.hideFromSearch;
	return (
		<>
			<meta charSet="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			<title>{summary.title}</title>
			{/* Drawings, which have no `sources`, are not preloaded. React puts metadata and other links before this one. */}
			{firstPicture?.picture.sources && (
				<link
					rel="preload"
					as="image"
					type="image/avif"
					imageSrcSet={formatSourceSet(firstPicture.picture.sources)}
					imageSizes={firstPicture.sizes}
					media={firstPicture.media}
					fetchPriority="high"
				/>
			)}
			<script dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
			{!site.preview && (
				<script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
			)}
			{/* Phones would link the company's number, too. Phone numbers to call have links of their own. */}
			<meta name="format-detection" content="telephone=no" />
			<meta name="color-scheme" content="light dark" />
			<meta name="theme-color" media="(prefers-color-scheme: light)" content={paperColours.light} />
			<meta name="theme-color" media="(prefers-color-scheme: dark)" content={paperColours.dark} />
			{/* The ICO file has `sizes`, because some browsers would otherwise prefer it to the SVG icon. */}
			<link rel="icon" href="/favicon.ico" sizes="32x32" />
			<link rel="icon" type="image/svg+xml" href={favicon} />
			{summary.description && <meta name="description" content={summary.description} />}
			{/* A preview has no public address. Without these links, the inline script keeps the preview's language. */}
			{!site.preview && publicTags}
			{isHidden && <meta name="robots" content="noindex" />}
		</>
	);
}

/**
 * Canonical URL, links to the page in each language, Open Graph tags (https://ogp.me), and the two Twitter tags that
 * Open Graph does not replace.
 * https://developers.google.com/search/docs/specialty/international/localized-versions
 */
function PublicTags({ summary, content, route, site }: Props & { route: Route }) {
	const { locale } = content;
	const urlIn = (code: Locale) => site.url + localisePath(route.path, code);
	const picture = chooseOpenGraphPicture(content, route);
	const image = picture?.openGraphSrc && site.url + picture.openGraphSrc;
	const alt = image && (picture?.title.value || summary.title);
	const openGraph = {
		"og:type": "website",
		"og:url": urlIn(locale),
		"og:title": summary.title,
		"og:description": summary.description,
		"og:site_name": findPracticeName(content)?.value,
		"og:locale": locales[locale].openGraph,
		"og:locale:alternate": locales[otherLocale(locale)].openGraph,
		"og:image": image,
		"og:image:width": image && String(openGraphSize.width),
		"og:image:height": image && String(openGraphSize.height),
		"og:image:alt": alt,
	};
	return (
		<>
			<link rel="canonical" href={urlIn(locale)} />
			{localeCodes.map((code) => (
				<link
					key={code}
					rel="alternate"
					hrefLang={locales[code].hreflang}
					href={urlIn(code)}
					data-locale={code === locale ? undefined : code}
				/>
			))}
			<link rel="alternate" hrefLang="x-default" href={urlIn(defaultLocale)} />
			{Object.entries(openGraph).map(
				([property, value]) => value && <meta key={property} property={property} content={value} />,
			)}
			<meta name="twitter:card" content={image ? "summary_large_image" : "summary"} />
			{alt && <meta name="twitter:image:alt" content={alt} />}
		</>
	);
}
