import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { Disclosure } from "../../components/Disclosure/Disclosure.tsx";
import { PaymentTerms } from "../../components/PaymentTerms/PaymentTerms.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { PriceTag, Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { SalesHead } from "../../components/SalesHead/SalesHead.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import "../../components/rows.css";

export function Page({ content }: { content: Snapshot }) {
	const { title, programmes } = content.programmes;
	return (
		<>
			<SalesHead title={title} content={content} route="programmes" />
			{programmes.length > 0 && (
				<div className="programmes rows">
					{programmes.map((programme) => (
						<div key={programme.id} className="row">
							<Details programme={programme} />
							<PriceTag item={programme} />
							<Purchase
								item={programme}
								link={programme.stripeOneTimePaymentLink}
								content={content}
							/>
						</div>
					))}
					<PaymentTerms content={content} route="programmes" />
				</div>
			)}
			<div>
				<ContactButtons content={content} />
			</div>
		</>
	);
}

/** Title of a programme, which opens its pictures and description. Only the title when there are neither. */
function Details({ programme }: { programme: Snapshot["programmes"]["programmes"][number] }) {
	const { id, title, coverImages, description } = programme;
	if (coverImages.length === 0 && !description) {
		return (
			<div id={id}>
				<Text as="h2" id={titleIdOf(id)} text={title} />
			</div>
		);
	}
	return (
		<Disclosure id={id} title={title} titleId={titleIdOf(id)} headingLevel={2}>
			{coverImages.length > 0 && (
				<div className="covers">
					{coverImages.map((cover) => (
						<Picture key={cover.src} picture={cover} place="card" />
					))}
				</div>
			)}
			<RichText text={description} headingLevel={3} />
		</Disclosure>
	);
}
