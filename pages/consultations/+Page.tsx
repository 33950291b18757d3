import { Icon } from "../../components/Icon/Icon.tsx";
import { chooseLoading } from "../../components/Picture/firstScreen.ts";
import { Picture } from "../../components/Picture/Picture.tsx";
import { sizes } from "../../components/Picture/sizes.ts";
import { Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { cancellationPolicyId } from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "./consultations.css";

/** https://vike.dev/Page */
export function Page({ content }: { content: Snapshot }) {
	const { title, description, cover, consultations, cancellationPolicyTitle, cancellationPolicyDescription } =
		content.consultations;
	return (
		<>
			<section className="beside">
				<div>
					<Text as="h1" of={title} />
					<RichText of={description} className="lead" />
				</div>
				<Picture picture={cover} sizes={sizes.portrait} loading={chooseLoading(cover, [title], description)} />
			</section>
			{consultations.length > 0 && (
				<ul className="rows">
					{consultations.map((consultation) => (
						<li key={consultation.id} id={consultation.id}>
							<div>
								<Text as="h2" id={titleIdOf(consultation.id)} of={consultation.title} />
								<RichText of={consultation.description} headingLevel={3} />
							</div>
							{consultation.duration !== undefined && (
								<p className="duration">
									<Icon name="clock" />
									<span className="visually-hidden">{words[content.locale].duration}: </span>
									<Text of={consultation.duration} />
								</p>
							)}
							<Purchase of={consultation} link={consultation.stripePaymentLink} appShell={content.appShell} />
						</li>
					))}
				</ul>
			)}
			{(cancellationPolicyTitle || cancellationPolicyDescription) && (
				<section id={cancellationPolicyId} className="headed band tinted">
					<Text as="h2" of={cancellationPolicyTitle} />
					<RichText of={cancellationPolicyDescription} headingLevel={cancellationPolicyTitle ? 3 : 2} />
				</section>
			)}
		</>
	);
}
