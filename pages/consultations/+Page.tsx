import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { Duration } from "../../components/Duration/Duration.tsx";
import { PriceTag, Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { Registration } from "../../components/Registration/Registration.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { SalesHead } from "../../components/SalesHead/SalesHead.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { findFirstStep } from "../../content/findFirstStep.ts";
import { cancellationPolicyId } from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import "../../components/rows.css";

export function Page({ content }: { content: Snapshot }) {
	const { title, description, cover, cancellationPolicyTitle, cancellationPolicyDescription } =
		content.consultations;
	return (
		<>
			<SalesHead title={title} cover={cover} content={content} route="consultations">
				<RichText text={description} />
			</SalesHead>
			<Rows content={content} />
			{(cancellationPolicyTitle || cancellationPolicyDescription) && (
				<section id={cancellationPolicyId} className="tinted">
					<Text as="h2" text={cancellationPolicyTitle} />
					<RichText
						text={cancellationPolicyDescription}
						headingLevel={cancellationPolicyTitle ? 3 : 2}
					/>
				</section>
			)}
			<div>
				<ContactButtons content={content} />
				{content.hidden.includes("about") && (
					<Registration appShell={content.appShell} className="small-print" />
				)}
			</div>
		</>
	);
}

/** The consultations that are not the first step, which is above them. */
function Rows({ content }: { content: Snapshot }) {
	const firstStep = findFirstStep(content);
	const consultations = content.consultations.consultations.filter(
		({ id }) => id !== firstStep?.id,
	);
	if (consultations.length === 0) return null;
	return (
		<ul className="rows">
			{consultations.map((consultation) => (
				<li key={consultation.id} id={consultation.id} className="row">
					<div>
						<Text as="h2" id={titleIdOf(consultation.id)} text={consultation.title} />
						<Duration duration={consultation.duration} content={content} />
					</div>
					<PriceTag item={consultation} />
					<Purchase item={consultation} link={consultation.stripePaymentLink} content={content} />
					<RichText text={consultation.description} headingLevel={3} />
				</li>
			))}
		</ul>
	);
}
