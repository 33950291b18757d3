import { ClientReview } from "../../components/ClientReview/ClientReview.tsx";
import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { FirstStepLink } from "../../components/FirstStep/FirstStepLink.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { findLargestFile } from "../../components/Picture/pictureFiles.ts";
import { sizes } from "../../components/Picture/sizes.ts";
import { Registration } from "../../components/Registration/Registration.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { WaysToBegin } from "../../components/WaysToBegin/WaysToBegin.tsx";
import { chooseReviews } from "../../content/chooseReviews.ts";
import { findFirstStep } from "../../content/findFirstStep.ts";
import { listServices } from "../../content/listServices.ts";
import type { Locale } from "../../content/locales.ts";
import { toPlainText } from "../../content/plainText.ts";
import type { PictureValue, Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/FirstStep/FirstStep.css";
import "./about.css";

/** Maximum length of all texts beside the cover for which the cover is low, in characters. */
const maxBriefLength = 250;

/** Maximum number of certificates that are beside their heading, and larger, on wide screens. */
const maxBesideHeading = 3;

export function Page({ content }: { content: Snapshot }) {
	const { title, subtitle, about, certificates, cover } = content.about;
	const firstStep = findFirstStep(content);
	// Without services, the strong band could be directly above the footer.
	const hasReview = listServices(content).length > 0 && chooseReviews(content).about !== undefined;
	const hasAside = cover !== undefined || firstStep !== undefined || content.appShell.registration !== undefined;
	const classes = ["portrait"];
	if (hasAside) classes.push("beside");
	const textLength = title.value.length + toPlainText(subtitle).length + toPlainText(about).length;
	if (hasAside && textLength <= maxBriefLength) classes.push("brief");
	const certificatesClasses = ["band"];
	// The review above them has a background, too, and two backgrounds must not touch.
	if (!hasReview) certificatesClasses.push("tinted");
	const hasFewCertificates = certificates.length <= maxBesideHeading;
	if (hasFewCertificates) certificatesClasses.push("headed", "tight");
	return (
		<>
			<section className={classes.join(" ")}>
				<div>
					<Text as="h1" text={title} />
					<RichText text={subtitle} className="lead" />
				</div>
				{hasAside && (
					<div className="beside-text">
						<Picture picture={cover} sizes={sizes.aboutPortrait} loading="first" />
						<Registration appShell={content.appShell} className="small-print" />
						{firstStep && (
							<div>
								<p className="first-step-label">{words[content.locale].beginHere}</p>
								<FirstStepLink step={firstStep} content={content} />
							</div>
						)}
					</div>
				)}
				<RichText text={about} />
				<ContactButtons content={content} isSecondary />
			</section>
			{hasReview && (
				<div className="band strong tight">
					<ClientReview content={content} route="about" />
				</div>
			)}
			{certificates.length > 0 && (
				<section className={certificatesClasses.join(" ")} aria-labelledby="certificates-title">
					<h2 id="certificates-title">{words[content.locale].certificates}</h2>
					<ul className="certificates">
						{certificates.map((certificate) => (
							<li key={certificate.src}>
								<Certificate certificate={certificate} isLarge={hasFewCertificates} locale={content.locale} />
							</li>
						))}
					</ul>
				</section>
			)}
			<WaysToBegin content={content} />
		</>
	);
}

/** Link to a certificate's picture. Its accessible name is the certificate's title, or else the word "Certificates". */
function Certificate({
	certificate,
	isLarge,
	locale,
}: {
	certificate: PictureValue;
	isLarge: boolean;
	locale: Locale;
}) {
	const caption = certificate.title.value ? certificate.title : undefined;
	// Screen readers read the caption, so a picture with a caption needs no alternative text.
	const fallbackName = caption ? undefined : { value: words[locale].certificates };
	return (
		<a href={findLargestFile(certificate)}>
			<Picture
				picture={{ ...certificate, title: { value: "" } }}
				sizes={isLarge ? sizes.largeCertificate : sizes.certificate}
				fallbackName={fallbackName}
			/>
			<Text as="span" isTitle text={caption} />
		</a>
	);
}
