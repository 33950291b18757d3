import { ClientReview } from "../../components/ClientReview/ClientReview.tsx";
import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { Disclosure } from "../../components/Disclosure/Disclosure.tsx";
import { FirstStepRow } from "../../components/FirstStep/FirstStepRow.tsx";
import { PaymentTerms } from "../../components/PaymentTerms/PaymentTerms.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { sizes } from "../../components/Picture/sizes.ts";
import { Practitioner } from "../../components/Practitioner/Practitioner.tsx";
import { PriceTag, Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { findFirstStep } from "../../content/findFirstStep.ts";
import { extractFirstSentence } from "../../content/plainText.ts";
import type { PictureValue, Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/offers.css";
import "./programmes.css";

/** Maximum length of the text below the title of a closed programme, in characters: about three lines on a phone. */
const maxTeaserLength = 90;

type Programme = Snapshot["programmes"]["programmes"][number];

export function Page({ content }: { content: Snapshot }) {
	const { title, programmes } = content.programmes;
	const [first, ...others] = programmes;
	return (
		<div className="offers">
			<Text as="h1" text={title} />
			<Practitioner content={content} />
			<FirstStepRow content={content} />
			{first && <Sections programmes={[first]} content={content} />}
			<ClientReview content={content} route="programmes" />
			{others.length > 0 && <Sections programmes={others} content={content} />}
			<PaymentTerms content={content} route="programmes" />
			<ContactButtons content={content} isSecondary />
		</div>
	);
}

type SectionsProps = { programmes: Programme[]; content: Snapshot };

function Sections({ programmes, content }: SectionsProps) {
	const { showDetails, showLess } = words[content.locale];
	// Only one button is primary: that of the first step, or else that of the first programme.
	const primaryId = findFirstStep(content) ? undefined : content.programmes.programmes[0]?.id;
	return (
		<div className="disclosures">
			{programmes.map((programme) => (
				<div key={programme.id} className="programme">
					<Disclosure
						id={programme.id}
						title={programme.title}
						titleId={titleIdOf(programme.id)}
						beforeTitle={
							<Picture
								picture={removeAlternativeText(programme.coverImages[0])}
								sizes={sizes.thumbnail}
								loading="lazyHideable"
							/>
						}
						afterTitle={
							<>
								<Text
									as="span"
									className="teaser"
									text={extractFirstSentence(programme.description, maxTeaserLength)}
								/>
								<span className="arrow-label">
									<span>{showDetails}</span>
									<span>{showLess}</span>
								</span>
							</>
						}
						headingLevel={2}
					>
						{programme.coverImages.length > 0 && (
							<div className="covers">
								{programme.coverImages.map((cover) => (
									<Picture key={cover.src} picture={cover} sizes={sizes.cover} />
								))}
							</div>
						)}
						<RichText text={programme.description} headingLevel={3} />
					</Disclosure>
					<Purchase
						item={programme}
						link={programme.stripeOneTimePaymentLink}
						price={<PriceTag item={programme} />}
						isSecondary={programme.id !== primaryId}
						isPlainContact
						appShell={content.appShell}
					/>
				</div>
			))}
		</div>
	);
}

/** Returns a picture without alternative text, for decorative use. */
function removeAlternativeText(picture: PictureValue | undefined): PictureValue | undefined {
	return picture && { ...picture, title: { value: "" } };
}
