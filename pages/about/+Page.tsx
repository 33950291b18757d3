import { ClientReview } from "../../components/ClientReview/ClientReview.tsx";
import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { FirstStepLink } from "../../components/FirstStep/FirstStepLink.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { findLargestFile } from "../../components/Picture/pictureFiles.ts";
import { sizes } from "../../components/Picture/sizes.ts";
import { Registration } from "../../components/Registration/Registration.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { ServiceButton } from "../../components/ServiceButton/ServiceButton.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { chooseReviews } from "../../content/chooseReviews.ts";
import { findFirstStep } from "../../content/findFirstStep.ts";
import { findService, listServices } from "../../content/listServices.ts";
import type { Locale } from "../../content/locales.ts";
import type { PictureValue, Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/FirstStep/FirstStep.css";
import "./about.css";

/** Maximum number of certificates that are beside their heading, and larger, on wide screens. */
const maxBesideHeading = 3;

export function Page({ content }: { content: Snapshot }) {
	const { title, subtitle, about, certificates, cover } = content.about;
	const firstStep = findFirstStep(content);
	const service = findService(content, "consultations") ?? listServices(content)[0];
	const hasReview = service !== undefined && chooseReviews(content).about !== undefined;
	const hasAside = cover !== undefined || firstStep !== undefined || content.appShell.registration !== undefined;
	const hasFewCertificates = certificates.length <= maxBesideHeading;
	const isShort = !hasReview && certificates.length === 0;
	const serviceButton = service && <ServiceButton service={service} content={content} />;
	return (
		<>
			<section className={hasAside ? "portrait beside" : "portrait"}>
				<div>
					<Text as="h1" text={title} />
					<RichText text={subtitle} className="lead" />
				</div>
				{hasAside && (
					<div className="beside-text">
						<Picture picture={cover} sizes={sizes.portrait} loading="first" />
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
				<ContactButtons content={content} isSecondary>
					{isShort && serviceButton}
				</ContactButtons>
			</section>
			{hasReview && (
				<div className="band strong">
					<ClientReview content={content} route="about" />
				</div>
			)}
			{certificates.length > 0 && (
				<section
					className={hasFewCertificates ? "band tinted headed" : "band tinted"}
					aria-labelledby="certificates-title"
				>
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
			{!isShort && serviceButton && (
				<div className="closing tight">
					<div className="actions">{serviceButton}</div>
				</div>
			)}
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
			<Text as="span" text={caption} />
		</a>
	);
}
