import { ClientReview } from "../../components/ClientReview/ClientReview.tsx";
import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { Disclosure } from "../../components/Disclosure/Disclosure.tsx";
import { PaymentTerms } from "../../components/PaymentTerms/PaymentTerms.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { sizes } from "../../components/Picture/sizes.ts";
import { Practitioner } from "../../components/Practitioner/Practitioner.tsx";
import { PriceTag, Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { formatPrice } from "../../content/money.ts";
import { extractFirstSentence } from "../../content/plainText.ts";
import type { PictureValue, Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/offers.css";
import "./programmes.css";

/** Maximum length of the text below the title of a closed programme, in characters: about three lines on a phone. */
const maxTeaserLength = 90;

export function Page({ content }: { content: Snapshot }) {
	const { title, programmes } = content.programmes;
	const { showDetails, showLess } = words[content.locale];
	// An only programme has its price and its button below its closed section.
	const isOnly = programmes.length === 1;
	return (
		<div className="offers">
			<Text as="h1" text={title} />
			<Practitioner content={content} />
			{/* A long review is below the offers, so that the first price is in a phone's first screen. */}
			<ClientReview content={content} route="programmes" only="short" />
			{programmes.length > 0 && (
				<div className="disclosures">
					{programmes.map((programme) => (
						<Disclosure
							key={programme.id}
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
									{!isOnly && <span className="price">{formatPrice(programme.price)}</span>}
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
							{!isOnly && <ProgrammePurchase programme={programme} content={content} />}
						</Disclosure>
					))}
					{isOnly && programmes.map((only) => <ProgrammePurchase key={only.id} programme={only} content={content} />)}
				</div>
			)}
			<ClientReview content={content} route="programmes" only="long" />
			<PaymentTerms content={content} route="programmes" />
			<ContactButtons content={content} isSecondary />
		</div>
	);
}

type PurchaseProps = { programme: Snapshot["programmes"]["programmes"][number]; content: Snapshot };

function ProgrammePurchase({ programme, content }: PurchaseProps) {
	return (
		<Purchase
			item={programme}
			link={programme.stripeOneTimePaymentLink}
			price={<PriceTag item={programme} />}
			appShell={content.appShell}
		/>
	);
}

/** Returns a picture without alternative text, for decorative use. */
function removeAlternativeText(picture: PictureValue | undefined): PictureValue | undefined {
	return picture && { ...picture, title: { value: "" } };
}
