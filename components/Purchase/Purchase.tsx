import type { ReactNode } from "react";
import { formatPrice } from "../../content/money.ts";
import type { Priced, Snapshot, TextValue } from "../../content/snapshot.ts";
import { MailLink } from "../MailLink/MailLink.tsx";
import { NewTabLink } from "../NewTabLink/NewTabLink.tsx";
import { Text } from "../Text/Text.tsx";
import "./Purchase.css";

type Props = {
	/** The entry that is sold. Its heading has the id of `titleIdOf`, its price stands in `PriceTag`. */
	of: { id: string };
	/** Address of the payment link. */
	link: string | undefined;
	/** The price, unless it stands elsewhere. */
	price?: ReactNode;
	button?: TextValue;
	/** Other ways to pay. */
	children?: ReactNode;
	/** Contact details and label of the button from the app shell entry. */
	appShell: Pick<Snapshot["appShell"], "buyButton" | "contactEmail" | "contactButton">;
};

/** A button that leads to a payment, or to a mail when there is no payment link. */
export function Purchase({ of: { id }, link, price, button, children, appShell }: Props) {
	const { buyButton, contactEmail, contactButton } = appShell;
	return (
		<div className="purchase">
			{price}
			{link && (
				<NewTabLink href={link} className="button" describedBy={[titleIdOf(id), priceIdOf(id)]}>
					<Text of={button ?? buyButton} />
				</NewTabLink>
			)}
			{children}
			{!link && !children && <MailLink email={contactEmail} label={contactButton} className="button" />}
		</div>
	);
}

/** The price of something that is sold. */
export function PriceTag({ of: { id, price } }: { of: Priced<{ id: string }> }) {
	return (
		<p id={priceIdOf(id)} className="price">
			{formatPrice(price)}
		</p>
	);
}

/** The id of the heading of something that is sold: links that say the same are told apart by it. */
export function titleIdOf(id: string): string {
	return `${id}-title`;
}

function priceIdOf(id: string): string {
	return `${id}-price`;
}
