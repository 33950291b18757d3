import { ClientReview } from "../../components/ClientReview/ClientReview.tsx";
import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { Icon } from "../../components/Icon/Icon.tsx";
import { PaymentTerms } from "../../components/PaymentTerms/PaymentTerms.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { sizes } from "../../components/Picture/sizes.ts";
import { Practitioner } from "../../components/Practitioner/Practitioner.tsx";
import { PriceTag, Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { estimateLines } from "../../components/ReadOn/estimateLines.ts";
import { LongText } from "../../components/ReadOn/LongText.tsx";
import { Registration } from "../../components/Registration/Registration.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { findFirstStep, listConsultations } from "../../content/findFirstStep.ts";
import { sellsOnline } from "../../content/listServices.ts";
import { cancellationPolicyId } from "../../content/pages.ts";
import { isPageShown } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../../components/FirstStep/FirstStep.css";
import "../../components/offers.css";
import "./consultations.css";

/** Maximum number of lines of the introduction that phones show in full, above the first price. */
const maxUncutLeadLines = 9;

/** Maximum length of the consultations' texts that are above the prices on phones, in lines of a narrow column. */
const maxBriefLines = 6;

/** Maximum length of a consultation's text that phones show in full, in lines of a narrow column. */
const maxUncutLines = 12;

/** Maximum length of a button's label that fits beside the price on a phone, in characters. */
const maxLabelLength = 24;

export function Page({ content }: { content: Snapshot }) {
	const { title, description, cover, cancellationPolicyTitle, cancellationPolicyDescription } = content.consultations;
	const [first, ...others] = listConsultations(content);
	const isSold = sellsOnline(content, "consultations");
	return (
		<>
			<div className="consultations offers">
				<div>
					<Text as="h1" text={title} />
					<LongText
						id="consultations"
						name={title}
						text={description}
						locale={content.locale}
						maxUncutLines={maxUncutLeadLines}
						className="lead"
					/>
					{!isPageShown(content, "about") && <Registration appShell={content.appShell} className="small-print" />}
				</div>
				<Practitioner content={content} />
				{first && <Rows consultations={[first]} content={content} />}
				<ClientReview content={content} route="consultations" />
				{others.length > 0 && <Rows consultations={others} content={content} />}
				<ContactButtons content={content} isSecondary={isSold} />
				{/* On wide screens, CSS places the picture beside the title. Phones do not show it. */}
				<Picture picture={cover} sizes={sizes.portrait} loading="firstWhenWide" />
			</div>
			{(cancellationPolicyTitle || cancellationPolicyDescription) && (
				<section id={cancellationPolicyId} className="headed band tinted tight">
					<Text as="h2" text={cancellationPolicyTitle} />
					<RichText text={cancellationPolicyDescription} headingLevel={cancellationPolicyTitle ? 3 : 2} />
				</section>
			)}
		</>
	);
}

type RowsProps = { consultations: Snapshot["consultations"]["consultations"]; content: Snapshot };

function Rows({ consultations, content }: RowsProps) {
	const all = content.consultations.consultations;
	const firstStep = findFirstStep(content);
	// Only one button is primary: that of the first step, or else the first one that leads to a payment.
	const primary = [firstStep, ...all].find((consultation) => consultation?.stripePaymentLink);
	const hasLongLabels = content.appShell.buyButton.value.length > maxLabelLength;
	// Brief texts are above the prices, because they say what is bought.
	const hasBriefTexts = all.every(({ description }) => estimateLines(description) <= maxBriefLines);
	const showText = (consultation: (typeof all)[number]) => (
		<LongText
			id={consultation.id}
			name={consultation.title}
			text={consultation.description}
			locale={content.locale}
			maxUncutLines={maxUncutLines}
			headingLevel={3}
		/>
	);
	return (
		<ul className={hasLongLabels ? "rows long-labels" : "rows"}>
			{consultations.map((consultation) => (
				<li
					key={consultation.id}
					id={consultation.id}
					className={consultation.id === firstStep?.id ? "first-step" : undefined}
				>
					{consultation.id === firstStep?.id && <p className="first-step-label">{words[content.locale].beginHere}</p>}
					<Text as="h2" id={titleIdOf(consultation.id)} text={consultation.title} />
					{consultation.duration !== undefined && (
						<p className="duration">
							<Icon name="clock" />
							<span className="visually-hidden">{words[content.locale].duration}: </span>
							<Text text={consultation.duration} />
						</p>
					)}
					{hasBriefTexts && showText(consultation)}
					<PriceTag item={consultation} />
					<Purchase
						item={consultation}
						link={consultation.stripePaymentLink}
						appShell={content.appShell}
						isSecondary={consultation.id !== primary?.id}
						isPlainContact
					/>
					{!hasBriefTexts && showText(consultation)}
					{consultation.id === primary?.id && <PaymentTerms content={content} route="consultations" />}
				</li>
			))}
		</ul>
	);
}
