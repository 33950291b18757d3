import type { ReactNode } from "react";
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
	/** Further links, such as the one for monthly payments, or to the site that sells the product. */
	children?: ReactNode;
	/** True when another offer of the page has the primary button. */
	isSecondary?: boolean;
	appShell: Pick<Snapshot["appShell"], "buyButton" | "contactEmail" | "contactButton">;
};

/** Button that leads to a payment link. When there is no payment link, a link opens an e-mail message instead. */
export function Purchase({ item: { id }, link, button, children, isSecondary, appShell }: Props) {
	const { buyButton, contactEmail, contactButton } = appShell;
	return (
		<div className="purchase">
			<NewTabLink
				href={link}
				className={isSecondary ? "button quiet" : "button"}
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
