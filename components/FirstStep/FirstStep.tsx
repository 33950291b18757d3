import { Link } from "react-router";
import { findFirstStep } from "../../content/findFirstStep.ts";
import { pageFacts } from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Duration } from "../Duration/Duration.tsx";
import { PaymentTerms } from "../PaymentTerms/PaymentTerms.tsx";
import { PriceTag, Purchase, titleIdOf } from "../Purchase/Purchase.tsx";
import { RichText } from "../RichText/RichText.tsx";
import { Text } from "../Text/Text.tsx";
import "../rows.css";
import "./FirstStep.css";

type Props = {
	content: Snapshot;
	/** Whether the page is Consultations, which shows the description and sells the consultation. */
	isWhole?: boolean;
};

/** The consultation that editors have marked for newcomers. Renders nothing when there is none. */
export function FirstStep({ content, isWhole }: Props) {
	const step = findFirstStep(content);
	if (!step) return null;
	const { firstStep, bookConsultation } = words[content.locale];
	return (
		<div id={isWhole ? step.id : undefined} className="first-step row">
			<div>
				<p className="first-step-label">{firstStep}</p>
				<Text as="h2" id={titleIdOf(step.id)} text={step.title} />
				<Duration duration={step.duration} content={content} />
			</div>
			<PriceTag item={step} />
			<Purchase item={step} link={isWhole ? step.stripePaymentLink : undefined} content={content}>
				{!isWhole && (
					<Link
						to={`${pageFacts.consultations.path}#${encodeURIComponent(step.id)}`}
						discover="none"
						className="button"
					>
						{bookConsultation}
					</Link>
				)}
			</Purchase>
			{isWhole && <RichText text={step.description} headingLevel={3} />}
			<PaymentTerms content={content} route="consultations" />
		</div>
	);
}
