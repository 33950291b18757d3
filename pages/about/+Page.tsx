import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { LateStyles } from "../../components/LateStyles/LateStyles.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { Registration } from "../../components/Registration/Registration.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Locale } from "../../content/locales.ts";
import type { PictureValue, Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "./about.css";

export function Page({ content }: { content: Snapshot }) {
	const { title, subtitle, about, certificates, cover } = content.about;
	return (
		<>
			<section className="about beside">
				<div>
					<Text as="h1" text={title} />
					<RichText text={subtitle} className="lead" />
					<Registration appShell={content.appShell} className="small-print" />
				</div>
				<Picture picture={cover} place="half" loading="first" />
				<div>
					<RichText text={about} />
					<ContactButtons content={content} />
				</div>
			</section>
			<LateStyles />
			{certificates.length > 0 && (
				<section className="tinted" aria-labelledby="certificates-title">
					<h2 id="certificates-title">{words[content.locale].certificates}</h2>
					<ul className="certificates">
						{certificates.map((certificate, index) => (
							<li key={certificate.src}>
								<Certificate
									certificate={certificate}
									isFirst={index === 0 && !cover}
									locale={content.locale}
								/>
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	);
}

type CertificateProps = {
	certificate: PictureValue;
	/** Whether it is the first picture of the page. */
	isFirst: boolean;
	locale: Locale;
};

/** Link to a certificate's picture. Its accessible name is the certificate's title, or else the word "Certificates". */
function Certificate({ certificate, isFirst, locale }: CertificateProps) {
	const caption = certificate.title.value ? certificate.title : undefined;
	// Screen readers read the caption, so a picture with a caption needs no alternative text.
	const fallbackName = caption ? undefined : { value: words[locale].certificates };
	return (
		<a href={certificate.sources?.at(-1)?.src ?? certificate.src}>
			<Picture
				picture={{ ...certificate, title: { value: "" } }}
				place="certificate"
				loading={isFirst ? "firstOfList" : "lazy"}
				fallbackName={fallbackName}
				isWhole
			/>
			<Text as="span" isTitle text={caption} />
		</a>
	);
}
