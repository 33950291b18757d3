import type { ReactNode } from "react";
import { formatPrice } from "../../content/money.ts";
import type { Priced, Snapshot, TextValue } from "../../content/snapshot.ts";
import { MailLink } from "../MailLink/MailLink.tsx";
import { NewTabLink } from "../NewTabLink/NewTabLink.tsx";
import { Text } from "../Text/Text.tsx";
import "./Purchase.css";

type Props = {
	/** Entry that is sold. The page gives its heading the id from `titleIdOf`, and shows its price in a `PriceTag`. */
	of: { id: string };
	/** Address of the payment link. */
	link: string | undefined;
	/** Price beside the button. Absent when the page shows it elsewhere. */
	price?: ReactNode;
	button?: TextValue;
	/** Links to other ways of payment. */
	children?: ReactNode;
	/** Contact details and label of the button from the app shell entry. */
	appShell: Pick<Snapshot["appShell"], "buyButton" | "contactEmail" | "contactButton">;
};

/** Button that leads to a payment, or opens an e-mail message when there is no payment link. */
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

/** Price of an entry that is sold. */
export function PriceTag({ of: { id, price } }: { of: Priced<{ id: string }> }) {
	return (
		<p id={priceIdOf(id)} className="price">
			{formatPrice(price)}
		</p>
	);
}

/** Returns the id for the heading of an entry that is sold. Payment links with the same label refer to it. */
export function titleIdOf(id: string): string {
	return `${id}-title`;
}

function priceIdOf(id: string): string {
	return `${id}-price`;
}
