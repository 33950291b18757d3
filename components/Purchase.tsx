import type { ReactNode } from "react";
import { formatPrice } from "../content/money.ts";
import type { Price, Snapshot, TextValue } from "../content/snapshot.ts";
import { MailLink } from "./MailLink.tsx";
import { NewTabLink } from "./NewTabLink.tsx";
import { Text } from "./Text.tsx";
import "./purchase.css";

type Props = {
	price: Price;
	/** Where it is paid. */
	link: string | undefined;
	button: TextValue;
	/** Other ways to pay. */
	children?: ReactNode;
	/** Whom to write to where there is no way to pay. */
	contact: Pick<Snapshot["appShell"], "contactEmail" | "contactButton">;
};

/** What something costs, and the button that leads to its payment, or to a message where it cannot be paid for. */
export function Purchase({ price, link, button, children, contact }: Props) {
	return (
		<div className="purchase">
			<p className="price">{formatPrice(price)}</p>
			{link && (
				<NewTabLink href={link} className="button">
					<Text of={button} />
				</NewTabLink>
			)}
			{children}
			{!link && !children && <MailLink email={contact.contactEmail} label={contact.contactButton} className="button" />}
		</div>
	);
}
