import type { ReactNode } from "react";
import { Link } from "react-router";
import { locales, otherLocale } from "../../content/locales.ts";
import { pages } from "../../content/pages.ts";
import { localisePath, pathOf, previewReport, type RouteName, shownRoutes } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Header } from "../Header/Header.tsx";
import { MailLink } from "../MailLink/MailLink.tsx";
import { Newsletter } from "../Newsletter/Newsletter.tsx";
import { newTabNoteId } from "../NewTabLink/NewTabLink.tsx";
import { RichText } from "../RichText/RichText.tsx";
import { Text } from "../Text/Text.tsx";
import "../button.css";
import "./Layout.css";

type Props = {
	content: Snapshot;
	route: RouteName | undefined;
	/** Whether the site is a preview of drafts, which every page then says, with a link to the report. */
	preview: boolean;
	children: ReactNode;
};

/** The frame around the content of every page. */
export function Layout({ content, route, preview, children }: Props) {
	const { skipLink, languageChanged, newTab, previewRibbon, previewReport: report } = words[content.locale];
	return (
		<>
			<a href="#content" className="skip-link">
				{skipLink}
			</a>
			<Header content={content} route={route} />
			<main id="content" tabIndex={-1}>
				{children}
			</main>
			<Placeholder content={content} route={route} />
			<footer>
				{!content.hidden?.includes("newsletter") && <Newsletter content={content} hasPicture={route === "home"} />}
				<Directory content={content} route={route} />
				<SmallPrint {...content.appShell} />
				<p id={newTabNoteId} hidden>
					{newTab}
				</p>
				{/* Filled when the language has changed in place, for those who do not see it. */}
				<p id="language-status" role="status" className="visually-hidden" data-message={languageChanged} />
			</footer>
			{preview && (
				<aside className="preview-ribbon">
					{previewRibbon} <a href={localisePath(previewReport, content.locale)}>{report}</a>
				</aside>
			)}
		</>
	);
}

/** Links to all pages, and the e-mail address as text, for visitors whose device has no mail program. */
function Directory({ content, route }: Pick<Props, "content" | "route">) {
	const { appShell, locale } = content;
	const other = otherLocale(locale);
	return (
		<div className="directory">
			<nav aria-label={words[locale].allPages}>
				<ul>
					{shownRoutes(content).map((name) => (
						<li key={name}>
							<Link to={pages[name].path} discover="none">
								<Text of={pages[name].label(content)} />
							</Link>
						</li>
					))}
				</ul>
			</nav>
			<p>
				<a
					id="language-link"
					href={pathOf(route ?? "home", other)}
					hrefLang={locales[other].hreflang}
					lang={locales[other].hreflang}
					data-locale={other}
					data-plain={route ? undefined : true}
				>
					{locales[other].name}
				</a>
				<MailLink email={appShell.contactEmail} label={{ value: appShell.contactEmail }} />
			</p>
		</div>
	);
}

/** Legal details of the practice. */
function SmallPrint({ legal, legalName, companyNumber, registration, postalAddress }: Snapshot["appShell"]) {
	if (!legal && !legalName && !companyNumber && !registration && !postalAddress) return null;
	return (
		<div className="imprint small-print">
			<RichText of={legal} />
			<Text as="p" of={legalName} />
			<RichText of={postalAddress} />
			<Text as="p" of={companyNumber} />
			<Text as="p" of={registration} />
		</div>
	);
}

/** Stands in for the main content while the page changes its language slowly, and when that fails. */
function Placeholder({ content, route }: Pick<Props, "content" | "route">) {
	const { rendering, readInstead } = words[content.locale];
	const other = otherLocale(content.locale);
	return (
		// biome-ignore lint/a11y/useSemanticElements: the page has its main element and its h1; of the two, one is always hidden
		<div id="rendering" role="main" className="rendering" hidden>
			<p role="status">
				{/* biome-ignore lint/a11y/useSemanticElements: as above */}
				<span role="heading" aria-level={1}>
					{rendering}
				</span>
			</p>
			<p hidden>
				<a href={pathOf(route ?? "home", other)} hrefLang={locales[other].hreflang} data-locale={other} data-plain>
					{readInstead}
				</a>
			</p>
		</div>
	);
}
