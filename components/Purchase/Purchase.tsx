import type { ReactNode } from "react";
import { formatPrice } from "../../content/money.ts";
import type { Priced, Snapshot, TextValue } from "../../content/snapshot.ts";
import { MailLink } from "../MailLink/MailLink.tsx";
import { NewTabLink } from "../NewTabLink/NewTabLink.tsx";
import { Text } from "../Text/Text.tsx";
import "./Purchase.css";

type Props = {
	/** The entry that is sold. Its heading has the id of `titleIdOf`. */
	of: Priced<{ id: string }>;
	/** Address of the payment link. */
	link: string | undefined;
	button?: TextValue;
	/** Other ways to pay. */
	children?: ReactNode;
	/** Contact details and payment note from the app shell entry. */
	appShell: Pick<Snapshot["appShell"], "buyButton" | "contactEmail" | "contactButton" | "paymentNote">;
};

/** A price, and a button that leads to its payment, or to a mail when there is no payment link. */
export function Purchase({ of: { id, price }, link, button, children, appShell }: Props) {
	const { buyButton, contactEmail, contactButton, paymentNote } = appShell;
	const priceId = `${id}-price`;
	return (
		<div className="purchase">
			<p id={priceId} className="price">
				{formatPrice(price)}
			</p>
			{link && (
				<NewTabLink href={link} className="button" describedBy={[titleIdOf(id), priceId]}>
					<Text of={button ?? buyButton} />
				</NewTabLink>
			)}
			{children}
			{!link && !children && <MailLink email={contactEmail} label={contactButton} className="button" />}
			{(link || children) && <Text as="p" className="small-print" of={paymentNote} />}
		</div>
	);
}

/** The id of the heading of something that is sold: links that say the same are told apart by it. */
export function titleIdOf(id: string): string {
	return `${id}-title`;
}
