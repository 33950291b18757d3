import type { ReactNode } from "react";
import { findFirstStep } from "../../content/findFirstStep.ts";
import { formatPrice } from "../../content/money.ts";
import type { Priced, Snapshot, TextValue } from "../../content/snapshot.ts";
import { MailLink } from "../MailLink/MailLink.tsx";
import { NewTabLink } from "../NewTabLink/NewTabLink.tsx";
import { Text } from "../Text/Text.tsx";
import "./Purchase.css";

type Props = {
	/** Product or service. The page of a `link` must contain its `PriceTag` and a heading with the id `titleIdOf(id)`. */
	item: { id: string };
	/** URL of a Stripe payment link. */
	link?: string | undefined;
	button?: TextValue;
	/** Other links, such as the one for monthly payments, or to the page or site that sells the product. */
	children?: ReactNode;
	content: Snapshot;
};

/** Button that leads to a payment link. When there is no payment link, a link opens an e-mail message instead. */
export function Purchase({ item: { id }, link, button, children, content }: Props) {
	const { buyButton, contactEmail, contactButton } = content.appShell;
	// The first step, if there is one, has the only primary button.
	const firstStep = findFirstStep(content);
	const isPrimary = !firstStep || firstStep.id === id;
	return (
		<div className="purchase">
			<NewTabLink
				href={link}
				className={isPrimary ? "button" : "button quiet"}
				describedBy={[titleIdOf(id), priceIdOf(id)]}
			>
				<Text text={button ?? buyButton} />
			</NewTabLink>
			{children}
			{!link && !children && (
				<MailLink email={contactEmail} label={contactButton} className="button quiet" />
			)}
		</div>
	);
}

export function PriceTag({ item: { id, price } }: { item: Priced<{ id: string }> }) {
	return (
		<p id={priceIdOf(id)} className="price">
			{formatPrice(price)}
		</p>
	);
}

export function titleIdOf(id: string): string {
	return `${id}-title`;
}

function priceIdOf(id: string): string {
	return `${id}-price`;
}
