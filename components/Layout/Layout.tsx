import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatOpeningHours } from "../../content/openingHours.ts";
import { findPageName, sellsOnline } from "../../content/pages.ts";
import {
	listAllRoutes,
	localisePath,
	previewReportPath,
	type Route,
} from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Announcement } from "../Announcement/Announcement.tsx";
import { Header } from "../Header/Header.tsx";
import { LanguageLink, LanguagePlaceholder } from "../LanguageSwitch/LanguageSwitch.tsx";
import { MailLink } from "../MailLink/MailLink.tsx";
import { Newsletter } from "../Newsletter/Newsletter.tsx";
import { NewTabLink, newTabNoteId } from "../NewTabLink/NewTabLink.tsx";
import { Notice } from "../Notice/Notice.tsx";
import { PhoneLink } from "../PhoneLink/PhoneLink.tsx";
import { Registration } from "../Registration/Registration.tsx";
import { RichText } from "../RichText/RichText.tsx";
import { Text } from "../Text/Text.tsx";
import "./Layout.css";

type Props = {
	content: Snapshot;
	route: Route | undefined;
	/** Whether the site is a preview of drafts. Its pages have a link to the report for editors. */
	preview: boolean;
	children: ReactNode;
};

/** Everything around the main content of a page: header, footer, and notices. */
export function Layout({ content, route, preview, children }: Props) {
	const { appShell } = content;
	const { skipLink, newTab, previewRibbon, previewReport: report } = words[content.locale];
	return (
		<>
			<a href="#content" className="skip-link">
				{skipLink}
			</a>
			<Announcement content={content} />
			<Header content={content} route={route} />
			{route && appShell.paidNotice && sellsOnline(content, route) && (
				<Notice id="paid">
					<Text text={appShell.paidNotice} />
				</Notice>
			)}
			<main id="content" tabIndex={-1}>
				{children}
			</main>
			<LanguagePlaceholder route={route} locale={content.locale} />
			<footer>
				{!content.hidden.includes("newsletter") && (
					<Newsletter content={content} hasPicture={route?.name === "home"} />
				)}
				<Directory content={content} route={route} />
				<SmallPrint appShell={appShell} />
				<p id={newTabNoteId} hidden>
					{newTab}
				</p>
			</footer>
			{preview && (
				<aside className="preview-ribbon">
					{previewRibbon} <a href={localisePath(previewReportPath, content.locale)}>{report}</a>
				</aside>
			)}
		</>
	);
}

/**
 * Links to pages and to contacts. The text of the e-mail link is the address itself, for visitors without a mail
 * program.
 */
function Directory({ content, route }: Pick<Props, "content" | "route">) {
	const { appShell, locale } = content;
	const linked = listAllRoutes(content).filter(({ isInFooter }) => isInFooter);
	return (
		<div className="directory">
			<nav aria-label={words[locale].allPages}>
				<ul>
					{linked.map((page) => (
						<li key={page.path}>
							<Link to={page.path} discover="none">
								<Text text={findPageName(content, page)} />
							</Link>
						</li>
					))}
				</ul>
			</nav>
			<p>
				<LanguageLink route={route} locale={locale} />
				<NewTabLink href={appShell.termsUrl}>{words[locale].terms}</NewTabLink>
				<NewTabLink href={appShell.accessibilityUrl}>{words[locale].accessibility}</NewTabLink>
				<MailLink email={appShell.contactEmail} label={{ value: appShell.contactEmail }} />
				<PhoneLink phone={appShell.phone} />
				<Text as="span" className="action" text={formatOpeningHours(content)} />
				<NewTabLink href={appShell.whatsappUrl}>WhatsApp</NewTabLink>
				<NewTabLink href={appShell.telegramUrl}>Telegram</NewTabLink>
			</p>
		</div>
	);
}

function SmallPrint({ appShell }: { appShell: Snapshot["appShell"] }) {
	const { legal, legalName, companyNumber, registration, postalAddress } = appShell;
	if (!legal && !legalName && !companyNumber && !registration && !postalAddress) return null;
	return (
		<div className="imprint small-print">
			<RichText text={legal} />
			<Text as="p" text={legalName} />
			<RichText text={postalAddress} />
			<Text as="p" text={companyNumber} />
			<Registration appShell={appShell} />
		</div>
	);
}
